use serde_json::Value;
use tempfile::TempDir;

use crate::support::komadai;

fn load(options: &[&str]) -> Value {
    let folder = TempDir::new().expect("a folder");
    let json = folder.path().join("load.json");
    let json = json.to_str().expect("UTF-8");
    let database = folder.path().join("load.db");
    let database = database.to_str().expect("UTF-8");
    let always = [
        "load",
        "--ramp-up",
        "1",
        "--every",
        "500",
        "--json",
        json,
        "--database",
        database,
    ];
    let mut run = komadai(&[&always, options].concat());
    // The server's warnings about a slow disk are not part of the test.
    run.stderr = (run.stderr.lines())
        .filter(|line| !line.contains("slow statement"))
        .collect();
    let output = run.ok();
    assert!(output.trim_end().ends_with("all there"), "{output}");
    let text = std::fs::read_to_string(json).expect("written");
    serde_json::from_str(&text).expect("JSON")
}

#[track_caller]
fn number(value: &Value, pointer: &str) -> f64 {
    let number = value.pointer(pointer).and_then(Value::as_f64);
    number.unwrap_or_else(|| panic!("no number at {pointer} of {value}"))
}

#[test]
fn games_are_played_and_nothing_is_lost() {
    let report = load(&["--games", "20", "--seconds", "5", "--watchers", "10"]);
    assert_eq!(report["errors"], serde_json::json!({}), "{report}");
    assert_eq!(report["check"]["faults"], serde_json::json!({}));
    assert!(number(&report, "/check/games") >= 20.0);
    let acknowledged = number(&report, "/moves_acknowledged");
    // Five seconds of a move every half second, in 20 games.
    assert!(acknowledged > 100.0, "{report}");
    assert_eq!(number(&report, "/check/moves"), acknowledged);
    for latency in ["accepted", "opponent", "last_watcher", "send_delay"] {
        let at = |key| number(&report, &format!("/latency/{latency}/{key}"));
        assert!(at("count") > 0.0, "{latency}");
        assert!(at("p50_ms") <= at("p99_ms") && at("p99_ms") <= at("max_ms"));
        let hdr = &report["latency"][latency]["hdr"];
        // Cookie of an HDR histogram V2.
        assert!(hdr.as_str().expect("text").starts_with("HISTE"), "{hdr}");
    }
    // The server's clocks match the model up to rounding.
    assert!(number(&report, "/clock/error/max_ms") <= 2.0, "{report}");
    if cfg!(target_os = "linux") {
        assert!(number(&report, "/server/end_mb") > 1.0);
    }
}

#[test]
fn broken_connections_and_a_killed_server_lose_nothing() {
    let report = load(&[
        "--games",
        "10",
        "--seconds",
        "4",
        "--watchers",
        "5",
        "--reconnect-every",
        "1",
        "--kill",
    ]);
    assert!(number(&report, "/cuts") > 5.0, "{report}");
    assert!(number(&report, "/latency/reconnect/count") > 5.0);
    assert_eq!(report["errors"], serde_json::json!({}), "{report}");
    assert_eq!(report["check"]["after_kill"], true);
}

#[test]
fn runs_that_cannot_be_made_are_refused() {
    for options in [
        &["--games", "0"][..],
        &["--every", "1"],
        &["--clock", "600/"],
        &["--url", "https://127.0.0.1:1"],
        &["--pid", "1"],
        &["--json", "/no/such/folder/load.json"],
    ] {
        let run = komadai(&[&["load"], options].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(!run.stderr.is_empty());
    }
    let nobody = komadai(&["load", "--url", "http://127.0.0.1:1"]);
    assert_eq!(nobody.status, 2);
    assert!(
        nobody.stderr.contains("no server answers"),
        "{}",
        nobody.stderr
    );
}
