//! Slots of copies that come, stop and fail.

use std::time::Duration;

use komadai_protocol::EventBody;
use serde_json::json;

use crate::common::{Child, Person, Running, Stopwatch};
use crate::copies::{TAKEN_OVER_WITHIN, copy, shared};
use crate::metrics::{read, value};
use crate::slots::Shares;

const GAMES: u32 = 24;

fn long() -> serde_json::Value {
    json!({ "clock": { "kind": "sudden", "main_ms": 600_000 } })
}

/// Numbers of games with a referee here, and of slots.
async fn held(server: &Running) -> (f64, f64) {
    let text = read(server).await;
    (value(&text, "komadai_games"), value(&text, "komadai_slots"))
}

/// Kills a copy with games. The error describes an uneven or late takeover.
async fn shared_out(
    (database, nats): &(String, String),
    copies: &(Running, Running),
) -> Result<(), String> {
    let child = Child::copy(database, nats).await;
    // Until it has its share.
    while held(&copies.0).await.1 + held(&copies.1).await.1 > 800.0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let before = held(&copies.0).await.0 + held(&copies.1).await.0;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    for _ in 0..GAMES {
        let id = first.create(long()).await.snapshot.id;
        second.join(&id).await;
        let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
        a.play(0, "5d5c").await;
    }
    let killed = Stopwatch::start();
    child.kill().await;
    loop {
        let (one, two) = (held(&copies.0).await, held(&copies.1).await);
        let is_whole = one.0 + two.0 - before >= f64::from(GAMES) && one.1 + two.1 == 1024.0;
        if !is_whole && killed.ran() < TAKEN_OVER_WITHIN {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        let is_shared = one.1 > 400.0 && two.1 > 400.0;
        return match is_whole && is_shared {
            true => Ok(()),
            false => Err(format!("{before} games, then {one:?} {two:?}")),
        };
    }
}

#[tokio::test]
async fn the_slots_of_a_copy_that_died_are_shared_out_among_the_others() {
    let Some(shared) = shared() else {
        return;
    };
    let copies = (
        copy(&shared.0, &shared.1).await,
        copy(&shared.0, &shared.1).await,
    );
    let mut otherwise = Vec::new();
    // A server that sends its heartbeat late on a busy host loses its slots too, so retry.
    while let Err(how) = shared_out(&shared, &copies).await {
        otherwise.push(how);
        assert!(otherwise.len() < 3, "{otherwise:#?}");
    }
    copies.0.stop().await;
    copies.1.stop().await;
}

/// The games of the slots that move go on, and nobody is charged for the change.
#[tokio::test]
async fn a_copy_that_comes_takes_its_share_of_games_that_are_played() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let mut shares = Shares::of(&database).await;
    let one = copy(&database, &nats).await;
    shares.joined().await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let (first, second, id) = shares.pair_at(0, &one, long()).await;
        let (mut a, _b) = (first.sit(&id).await, second.sit(&id).await);
        a.play(0, "5d5c").await;
        // Reads all the time, so that pings are answered.
        let resumed = tokio::spawn(async move {
            loop {
                match a.event().await.body {
                    EventBody::Resumed { .. } => return true,
                    EventBody::Move { ply: 1, .. } => return false,
                    _ => {}
                }
            }
        });
        games.push((id, second, resumed));
    }
    let two = copy(&database, &nats).await;
    shares.joined().await;
    let mut moved = 0;
    for (id, ..) in &games {
        moved += u32::from(shares.is_at(1, id).await);
    }
    assert!((3..=GAMES - 3).contains(&moved), "{moved}");
    assert_eq!(held(&two).await.0, f64::from(moved));
    assert_eq!(held(&one).await.0, f64::from(GAMES - moved));
    for (id, second, resumed) in games {
        second.sit(&id).await.play(1, "1b1c").await;
        let is_elsewhere = shares.is_at(1, &id).await;
        assert_eq!(resumed.await.expect("no panic"), is_elsewhere, "{id:?}");
    }
    one.stop().await;
    two.stop().await;
}

/// Transactions of all connections to the database, those of other databases not included.
async fn transactions(database: &str) -> i64 {
    use sqlx::{ConnectOptions, Connection};
    let options: sqlx::postgres::PgConnectOptions = database.parse().expect("an address");
    let mut connection = options.connect().await.expect("connected");
    let sql = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()";
    let found = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
    connection.close().await.expect("closed");
    found.expect("read")
}

#[tokio::test]
async fn an_idle_copy_sends_at_most_five_statements_a_second() {
    const SECONDS: u32 = 10;
    let Some((database, nats)) = shared() else {
        return;
    };
    let mut shares = Shares::of(&database).await;
    let one = copy(&database, &nats).await;
    shares.joined().await;
    let two = copy(&database, &nats).await;
    shares.joined().await;
    drop(shares);
    let (first, second, id) = crate::common::pair(&one, long()).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    // Sessions of PostgreSQL report their counts within ten seconds.
    tokio::time::sleep(Duration::from_secs(11)).await;
    let before = transactions(&database).await;
    let watch = Stopwatch::start();
    tokio::time::sleep(Duration::from_secs(SECONDS.into())).await;
    let sent = (transactions(&database).await - before) as f64;
    let each = sent * 1000.0 / watch.passed_ms() as f64 / 2.0;
    assert!((1.0..=5.0).contains(&each), "{each} a second");
    one.stop().await;
    two.stop().await;
}
