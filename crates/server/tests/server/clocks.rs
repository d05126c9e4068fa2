use std::time::Duration;

use komadai_protocol::{EndReason, EventBody, ServerMessage};
use komadai_rules::{Reason, Side};
use serde_json::json;

use crate::common::{Running, first_moves, pair};

#[tokio::test]
async fn the_flag_falls_with_nobody_connected() {
    let server = Running::start().await;
    let clock = json!({ "kind": "sudden", "main_ms": 2000 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    drop((a, b));
    tokio::time::sleep(Duration::from_millis(2000)).await;
    let snapshot = server.somebody().when_over(&id).await;
    let outcome = snapshot.outcome.expect("the flag fell");
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::Second), EndReason::Rules(Reason::Time))
    );
    assert_eq!(snapshot.clock.expect("a clock").left.first.main_ms, 0);
}

#[tokio::test]
async fn the_flag_falls_at_the_deadline() {
    let server = Running::start().await;
    let clock = json!({ "kind": "byoyomi", "main_ms": 300, "period_ms": 1000, "periods": 1 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    let started = a.find(|message| match message {
        ServerMessage::Event(event) => match event.body {
            EventBody::Move { ply: 1, .. } => Some(event.at_ms),
            _ => None,
        },
        _ => None,
    });
    let started = started.await;
    // The clocks are published at the start of a byo-yomi period.
    let byo = b.find(|message| match message {
        ServerMessage::Clock { clock, .. } => Some(clock.left.first),
        _ => None,
    });
    let byo = byo.await;
    assert!(
        byo.in_byoyomi && byo.main_ms == 0 && byo.periods_left == 0,
        "{byo:?}"
    );
    let fell = b.find(|message| match message {
        ServerMessage::Event(event) if event.body.kind() == "ended" => Some(event.at_ms),
        _ => None,
    });
    let took = fell.await - started;
    // Main time and tolerance, plus the delay of a busy host; never early.
    assert!((1320..1320 + 2000).contains(&took), "{took}");
}

#[tokio::test]
async fn a_move_is_charged_and_its_event_has_both_clocks() {
    let server = Running::start().await;
    let clock = json!({ "kind": "increment", "main_ms": 10_000, "increment_ms": 2000 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    // A busy host stalls at times and charges less.
    let mut watcher = server.somebody();
    loop {
        let clock = watcher.show(&id).await.snapshot.clock.expect("a clock");
        if clock.left.first.main_ms <= 9_500 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    a.play(2, "5c5b").await;
    let EventBody::Move {
        spent_ms,
        lag_ms,
        clock,
        ..
    } = b.event_of("move").await
    else {
        unreachable!()
    };
    let clock = clock.expect("a clock");
    assert!((300..2500).contains(&spent_ms), "{spent_ms}");
    assert!(lag_ms < 200, "{lag_ms}");
    assert_eq!(clock.left.first.main_ms, 12_000 - spent_ms);
    assert_eq!(clock.running, Some(Side::Second));
}
