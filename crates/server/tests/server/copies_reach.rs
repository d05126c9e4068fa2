//! Servers that do not reach each other or their database.

use std::time::Duration;

use komadai_protocol::{EndReason, ErrorCode, EventBody, Health, ServerMessage};
use komadai_rules::Reason;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::cable::Cable;
use crate::common::{Running, Stopwatch, first_moves, pair};
use crate::copies::{copy, shared};
use crate::metrics::{read, value};
use crate::slots::Shares;
use crate::socket::Socket;

const ANSWERED_WITHIN: Duration = Duration::from_secs(15);

/// The second copy reaches NATS through a cable.
async fn two_with_a_cable() -> Option<(Running, Running, Cable, Shares)> {
    let (database, nats) = shared()?;
    let (cable, way) = Cable::to_nats(&nats).await;
    let mut shares = Shares::of(&database).await;
    let one = copy(&database, &nats).await;
    shares.joined().await;
    let two = copy(&database, &way).await;
    shares.joined().await;
    Some((one, two, cable, shares))
}

async fn first_move(a: &mut Socket, b: &mut Socket) {
    a.play(0, "5d5c").await;
    assert_eq!(b.sees(0).await, "5d5c");
}

/// The clock of the second player runs afterwards.
async fn third_move(a: &mut Socket, b: &mut Socket) {
    first_moves(a, b).await;
    a.play(2, "5c5b").await;
    assert_eq!(b.sees(2).await, "5c5b");
}

async fn move_fails(b: &mut Socket) {
    let waiting = Stopwatch::start();
    b.move_with("m", 1, "1b1c").await;
    let (_, code) = b.unsubscribed().await;
    assert_eq!(code, Some(ErrorCode::StorageFailed));
    assert!(waiting.ran() < ANSWERED_WITHIN, "{:?}", waiting.ran());
}

async fn again(socket: &mut Socket) {
    let game = socket.game.clone();
    socket.subscribe(&game, None).await;
    let is_here = |message| matches!(message, ServerMessage::Game { .. }).then_some(());
    socket.find(is_here).await;
}

#[tokio::test]
async fn a_move_to_an_unreachable_copy_is_answered_and_a_player_who_left_is_gone() {
    let Some((one, two, cable, shares)) = two_with_a_cable().await else {
        return;
    };
    // The referee is at the end of the cable.
    let (first, second, id) = shares.pair_at(1, &two, json!({})).await;
    let second = second.at(one.address);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let watcher = one.somebody().sit(&id).await;
    first_move(&mut a, &mut b).await;
    cable.cut();
    drop(watcher);
    move_fails(&mut b).await;
    let (third, _, near) = shares.pair_at(0, &one, json!({})).await;
    third.sit(&near).await.play(0, "5d5c").await;
    cable.mend();
    again(&mut b).await;
    let alone = |message| match message {
        ServerMessage::Presence {
            players, watchers, ..
        } => (players.first && players.second && watchers == 0).then_some(()),
        _ => None,
    };
    a.find(alone).await;
    b.play(1, "1b1c").await;
    assert_eq!(a.sees(1).await, "1b1c");
    one.stop().await;
    two.stop().await;
}

async fn is_ready(server: &Running) -> bool {
    let mut person = server.somebody();
    let asked = person.json::<Health>(Method::GET, "/readyz", None);
    let (status, _) = tokio::time::timeout(Duration::from_secs(6), asked)
        .await
        .expect("it answers soon");
    status == StatusCode::OK
}

async fn until_ready(server: &Running, wanted: bool) {
    for _ in 0..100 {
        if is_ready(server).await == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it never says that it is {wanted}");
}

#[tokio::test]
async fn a_copy_that_lost_its_database_is_not_ready_and_answers_in_time() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let (cable, way) = Cable::to_postgres(&database);
    let server = copy(&way, &nats).await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    assert!(is_ready(&server).await);
    cable.silence();
    until_ready(&server, false).await;
    move_fails(&mut b).await;
    // The database returns on new connections.
    cable.cut();
    cable.mend();
    until_ready(&server, true).await;
    again(&mut b).await;
    b.play(1, "1b1c").await;
    server.stop().await;
}

#[tokio::test]
async fn a_flag_waits_for_an_unreachable_copy_only_as_long_as_a_move_may_arrive() {
    let Some((one, two, cable, shares)) = two_with_a_cable().await else {
        return;
    };
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": 3000 } });
    let (first, second, id) = shares.pair_at(0, &one, clock).await;
    let second = second.at(two.address);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    third_move(&mut a, &mut b).await;
    cable.cut();
    while value(&read(&one).await, "komadai_flags_unsettled") < 1.0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let EventBody::Ended { outcome, .. } = a.event_of("ended").await else {
        unreachable!("asked for")
    };
    assert_eq!(outcome.reason, EndReason::Rules(Reason::Time));
    assert_eq!(settled(&one, "given-up").await, 1.0);
    assert_eq!(value(&read(&one).await, "komadai_flags_unsettled"), 0.0);
    one.stop().await;
    two.stop().await;
}

async fn settled(server: &Running, how: &str) -> f64 {
    let name = format!("komadai_flags_settled_total{{settled=\"{how}\"}}");
    value(&read(server).await, &name)
}

/// Regression: the referee's copy asked itself, too, and NATS delivers nothing to its sender.
#[tokio::test]
async fn a_flag_falls_as_soon_as_the_other_copies_have_sent_everything() {
    const MAIN_MS: u64 = 2000;
    let Some((one, two, _cable, shares)) = two_with_a_cable().await else {
        return;
    };
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": MAIN_MS } });
    let (first, second, id) = shares.pair_at(0, &one, clock).await;
    let second = second.at(two.address);
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    third_move(&mut a, &mut b).await;
    let waiting = Stopwatch::start();
    let EventBody::Ended { outcome, .. } = a.event_of("ended").await else {
        unreachable!("asked for")
    };
    assert_eq!(outcome.reason, EndReason::Rules(Reason::Time));
    let late = Duration::from_millis(MAIN_MS + 2000);
    assert!(waiting.ran() < late, "{:?}", waiting.ran());
    assert_eq!(settled(&one, "all").await, 1.0);
    one.stop().await;
    two.stop().await;
}

/// The same player also has a page on the referee's copy.
#[tokio::test]
async fn a_delayed_move_from_another_device_loses_no_game_on_time() {
    const MAIN_MS: u64 = 3000;
    let Some((one, two, cable, shares)) = two_with_a_cable().await else {
        return;
    };
    let clock = json!({ "clock": { "kind": "sudden", "main_ms": MAIN_MS } });
    let (first, second, id) = shares.pair_at(0, &one, clock).await;
    let (mut a, _page) = (first.sit(&id).await, second.sit(&id).await);
    let mut b = second.at(two.address).sit(&id).await;
    third_move(&mut a, &mut b).await;
    cable.cut();
    b.move_with("in time", 3, "4a5b").await;
    tokio::time::sleep(Duration::from_millis(MAIN_MS + 500)).await;
    cable.mend();
    b.accepted("in time").await;
    assert_eq!(a.sees(3).await, "4a5b");
    one.stop().await;
    two.stop().await;
}
