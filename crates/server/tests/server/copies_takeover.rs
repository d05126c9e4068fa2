//! Takeover of the games of a failed server.

use std::time::Duration;

use serde_json::json;

use crate::common::{Child, Person, Running, Stopwatch};
use crate::copies::{TAKEN_OVER_WITHIN, copy, shared};
use crate::metrics::{read, value};

const GAMES: u32 = 24;

/// Numbers of games with a referee here, and of games forwarded elsewhere.
async fn games(server: &Running) -> (f64, f64) {
    let text = read(server).await;
    (
        value(&text, "komadai_games"),
        value(&text, "komadai_games_elsewhere"),
    )
}

/// Kills a copy with games. The error describes an uneven takeover.
async fn shared_out(
    (database, nats): &(String, String),
    copies: &(Running, Running),
) -> Result<(), String> {
    let child = Child::copy(database, nats).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 600_000 } });
    for _ in 0..GAMES {
        let id = first.create(clock.clone()).await.snapshot.id;
        second.join(&id).await;
        let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
        a.play(0, "5d5c").await;
    }
    let before = (games(&copies.0).await, games(&copies.1).await);
    let killed = Stopwatch::start();
    child.kill().await;
    loop {
        let (one, two) = (games(&copies.0).await, games(&copies.1).await);
        let taken = (one.0 - before.0.0, two.0 - before.1.0);
        if taken.0 + taken.1 < f64::from(GAMES) && killed.ran() < TAKEN_OVER_WITHIN {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        let is_whole = taken.0 + taken.1 == f64::from(GAMES);
        // Without shares each game would be elsewhere to one of the copies.
        let elsewhere = one.1 - before.0.1 + two.1 - before.1.1;
        let is_shared = taken.0 >= 3.0 && taken.1 >= 3.0 && elsewhere <= f64::from(GAMES / 2);
        return match is_whole && is_shared {
            true => Ok(()),
            false => Err(format!("{before:?}, then {one:?} {two:?}")),
        };
    }
}

#[tokio::test]
async fn the_games_of_a_copy_that_died_are_shared_out_among_the_others() {
    let Some(shared) = shared() else {
        return;
    };
    let copies = (
        copy(&shared.0, &shared.1).await,
        copy(&shared.0, &shared.1).await,
    );
    let mut otherwise = Vec::new();
    // A server that renews its lease late on a busy host loses its games too, so retry.
    while let Err(how) = shared_out(&shared, &copies).await {
        otherwise.push(how);
        assert!(otherwise.len() < 3, "{otherwise:#?}");
    }
    copies.0.stop().await;
    copies.1.stop().await;
}
