//! Standstills of a server process: stopped, or on a sleeping host.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use komadai_protocol::{EventBody, GameKey};
use serde_json::json;

use crate::common::{Child, Person};
use crate::socket::Socket;

fn signal(child: &Child, name: &str) {
    let script = format!("kill -{name} {}", child.pid());
    let sent = Command::new("sh").args(["-c", &script]).status();
    assert!(sent.expect("sh runs").success(), "{name}");
}

async fn stand_still(child: &Child, ms: u64) {
    signal(child, "STOP");
    tokio::time::sleep(Duration::from_millis(ms)).await;
    signal(child, "CONT");
}

async fn thinking(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// A game with 6 s a side in which both have moved.
async fn game(database: &Path) -> (Child, Person, GameKey, Socket, Socket) {
    let child = Child::start(database, &[]).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let clock = json!({ "kind": "sudden", "main_ms": 6000 });
    let id = first.create(json!({ "clock": clock })).await.snapshot.id;
    second.join(&id).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    (child, first, id, a, b)
}

#[tokio::test]
async fn a_server_that_was_stopped_charges_nobody_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, first, id, mut a, mut b) = game(&folder.path().join("komadai.db")).await;
    thinking(200).await;
    stand_still(&child, 3000).await;
    thinking(100).await;
    a.play(2, "5c5b").await;
    // A move that arrives during the standstill.
    b.sees(2).await;
    signal(&child, "STOP");
    b.move_with("waits", 3, "2a1b").await;
    thinking(7000).await;
    signal(&child, "CONT");
    b.accepted("waits").await;
    let mut spent = Vec::new();
    let (_, _, _, events) = first.sit_after(&id, Some(0)).await;
    for event in events {
        if let EventBody::Move { spent_ms, .. } = event.body {
            spent.push(spent_ms);
        }
    }
    // Plus the time the host needs.
    assert!((150..2000).contains(&spent[2]), "{spent:?}");
    assert!(spent[3] < 2000, "{spent:?}");
}
