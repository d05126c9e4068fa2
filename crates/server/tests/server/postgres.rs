//! The server on a PostgreSQL database.

use komadai_protocol::GameList;
use reqwest::Method;
use serde_json::json;

use crate::cluster;
use crate::common::{Child, PATIENCE, Person, Running, Stopwatch, pair};

async fn start(database: &str) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    Running::on(folder, |args| args.database = Some(database.into())).await
}

/// The stopped server must end its lease.
#[tokio::test]
async fn games_go_on_right_after_a_restart() {
    let Some(database) = cluster::database() else {
        return;
    };
    let server = start(&database).await;
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 600_000 } });
    let (first, second, timed) = pair(&server, clock).await;
    let (mut a, mut b) = (first.sit(&timed).await, second.sit(&timed).await);
    a.play(0, "5d5c").await;
    b.event_of("move").await;
    let (third, _, untimed) = pair(&server, json!({})).await;
    server.stop().await;

    let server = start(&database).await;
    let again = |person: &Person| person.at(server.address);
    let (mut first, second) = (again(&first), again(&second));
    let (_a, mut b) = (first.sit(&timed).await, second.sit(&timed).await);
    b.play(1, "1b1c").await;
    let mut c = again(&third).sit(&untimed).await;
    c.play(0, "5d5c").await;
    let (_, list): (_, GameList) = first.json(Method::GET, "/api/games", None).await;
    assert_eq!((list.games.len(), list.games[0].ply), (1, 2));
    server.stop().await;
}

/// Regression: without NATS nobody looked at the slots after the start.
#[tokio::test]
async fn a_server_that_stood_still_takes_back_what_another_had_in_between() {
    let Some(database) = cluster::database() else {
        return;
    };
    let child = Child::start(database.as_ref(), &[]).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let id = first.create(json!({})).await.snapshot.id;
    second.join(&id).await;
    let mut a = first.sit(&id).await;
    a.play(0, "5d5c").await;
    child.pause().await;
    let standby = start(&database).await;
    let mut b = second.at(standby.address).sit(&id).await;
    b.play(1, "1b1c").await;
    standby.stop().await;
    child.go_on();
    let begun = Stopwatch::start();
    let mut a = first.sit(&id).await;
    a.play(2, "5c5b").await;
    assert!(begun.ran() < PATIENCE, "{:?}", begun.ran());
    child.kill().await;
}
