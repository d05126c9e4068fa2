//! Games behind the cargo feature `test-games`.

use serde_json::Value;

use crate::support::{best, komadai, talk};

#[test]
fn perft_and_position_know_judkins_shogi() {
    let report = komadai(&["position", "judkins"]).ok();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["game"], "judkins");
    let moves = report["legal"].as_array().expect("a list").len();
    let counts = komadai(&["perft", "judkins", "2"]).ok();
    let first = format!("depth 1 nodes {moves}");
    assert_eq!(counts.lines().next(), Some(first.as_str()));
    let lists = komadai(&["perft", "judkins", "2", "--lists"]).ok();
    assert_eq!(counts, lists);
}

#[test]
fn the_engine_plays_judkins_shogi() {
    let option = "setoption name UCI_Variant value judkins";
    for protocol in ["usi", "uci"] {
        let said = talk(protocol, &[option, "position startpos", "go depth 3"]);
        let position = format!("position startpos moves {}", best(&said));
        let said = talk(protocol, &[option, &position, "go perft 1"]);
        assert!(
            !said.iter().any(|line| line.contains("illegal")),
            "{said:?}"
        );
    }
}
