use komadai_protocol::{Health, Lag};
use reqwest::{Method, StatusCode};
use serde_json::json;
use sqlx::{ConnectOptions, Connection};

use crate::common::{Person, Running, pair, until};
use crate::fair_play::command;

pub(crate) async fn read(server: &Running) -> String {
    let monitor = server.metrics.expect("a port");
    let response = reqwest::get(format!("http://{monitor}/metrics")).await;
    response.expect("an answer").text().await.expect("text")
}

pub(crate) fn value(text: &str, name: &str) -> f64 {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("no {name} in:\n{text}"));
    line.parse().expect("a number")
}

#[tokio::test]
async fn games_moves_and_sockets_are_counted_on_a_port_of_their_own() {
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let monitor = server.metrics.expect("a port");
    assert_ne!(monitor, server.address);
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    let response = reqwest::get(format!("http://{monitor}/metrics"))
        .await
        .expect("an answer");
    let kind = response.headers()["content-type"]
        .to_str()
        .expect("text")
        .to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let text = response.text().await.expect("text");
    assert_eq!(value(&text, "komadai_events_total{kind=\"move\"}"), 2.0);
    assert_eq!(value(&text, "komadai_sockets"), 2.0);
    assert_eq!(value(&text, "komadai_games"), 1.0);
    assert!(value(&text, "komadai_event_stored_seconds_count") >= 3.0);
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(text.ends_with("# EOF\n"), "{text}");
    assert!(!text.contains(id.as_str()));
    // The public port has no metrics.
    let mut person = server.somebody();
    let public = person.send(person.request(Method::GET, "/metrics")).await;
    assert!(
        !public
            .text()
            .await
            .expect("text")
            .contains("komadai_events")
    );
}

#[tokio::test]
async fn requests_are_counted_by_the_template_of_their_address() {
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut person = server.somebody();
    for path in [
        "/api/me",
        "/api/me",
        "/api/games/nosuchgamekey000",
        "/api/nothing",
        "/made-up-1.png",
        "/made-up-2.png",
        "/healthz",
    ] {
        person.send(person.request(Method::GET, path)).await;
    }
    let patched = person.request(Method::PATCH, "/api/me");
    person.send(patched).await;
    let text = read(&server).await;
    let count = |route: &str, status: &str| {
        let labels = format!("{{route=\"{route}\",status=\"{status}\"}}");
        value(&text, &format!("komadai_http_requests_total{labels}"))
    };
    assert_eq!(count("GET /api/me", "2xx"), 2.0);
    assert_eq!(count("GET /api/games/{id}", "4xx"), 1.0);
    assert_eq!(count("other", "4xx"), 3.0);
    assert_eq!(count("GET /healthz", "2xx"), 1.0);
    assert_eq!(count("other /api/me", "4xx"), 1.0);
    let timed = "komadai_http_request_seconds_count{route=\"GET /api/me\"}";
    assert_eq!(value(&text, timed), 2.0);
    assert!(!text.contains("made-up") && !text.contains("nosuchgame"));
}

#[tokio::test]
async fn standstills_and_drift_are_metrics() {
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let before = read(&server).await;
    // Blocks the server too, which shares this runtime.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let after = read(&server).await;
    let grown = |name: &str| value(&after, name) - value(&before, name);
    assert!(grown("komadai_standstills_total") >= 1.0);
    assert!(grown("komadai_stood_still_seconds_total") >= 0.25);
    assert!(value(&after, "komadai_clock_drift_seconds").abs() < 1.0);
}

#[tokio::test]
async fn the_server_is_ready_while_it_does_not_stop() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let (status, health): (StatusCode, Health) = person.json(Method::GET, "/readyz", None).await;
    assert_eq!((status, health.ok), (StatusCode::OK, true));
    assert_eq!(health.lag, Some(Lag::default()));
}

async fn lag(person: &mut Person) -> Lag {
    let (status, health): (_, Health) = person.json(Method::GET, "/readyz", None).await;
    assert_eq!(status, StatusCode::OK, "games go on");
    health.lag.expect("shown")
}

#[tokio::test]
async fn lag_is_shown_while_the_consumer_of_events_fails() {
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let (mut first, _second, id) = pair(&server, json!({})).await;
    until(async || lag(&mut first).await, |it| *it == Lag::default()).await;
    let file = server.folder.path().join("komadai.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut database = options.connect().await.expect("connected");
    let fault = "CREATE TRIGGER fault BEFORE UPDATE ON projections \
        BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    let made = sqlx::raw_sql(fault).execute(&mut database).await;
    made.expect("made");
    let mut socket = first.sit(&id).await;
    command(&mut socket, "resign", &id).await;
    socket.accepted("resign").await;
    let seen = until(async || lag(&mut first).await, |it| it.seconds > 0).await;
    assert!((1..=3).contains(&seen.events), "{seen:?}");
    let is_shown = |text: &String| {
        value(text, "komadai_projection_behind") == f64::from(seen.events)
            && value(text, "komadai_projection_lag_seconds") >= 1.0
    };
    until(async || read(&server).await, is_shown).await;
    let mended = sqlx::raw_sql("DROP TRIGGER fault").execute(&mut database);
    mended.await.expect("mended");
    database.close().await.expect("closed");
    until(async || lag(&mut first).await, |it| *it == Lag::default()).await;
}
