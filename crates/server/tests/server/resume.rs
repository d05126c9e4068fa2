use std::time::{Duration, Instant};

use komadai_protocol::{ClientMessage, EventBody, PROTOCOL_VERSION};
use komadai_rules::Side;
use serde_json::json;

use crate::common::{Child, Person, Running, pair};

#[tokio::test]
async fn a_returning_client_gets_missed_events() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let seq = a.play(0, "5d5c").await;
    drop(a);
    b.play(1, "1b1c").await;
    let (mut a, _, snapshot, events) = first.sit_after(&id, Some(seq)).await;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c"]);
    let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [seq + 1]);
    assert!(matches!(&events[0].body, EventBody::Move { text, .. } if text == "1b1c"));
    a.play(2, "5c5b").await;
    // From the beginning, and from a number beyond the log.
    let (_, _, snapshot, events) = first.sit_after(&id, Some(0)).await;
    assert_eq!(events.len() as u32, snapshot.seq);
    let (_, _, _, events) = first.sit_after(&id, Some(1_000_000)).await;
    assert!(events.is_empty());
}

#[tokio::test]
async fn a_repeated_command_is_acknowledged_and_done_once() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let mut a = first.sit(&id).await;
    for _ in 0..3 {
        a.move_with("one", 0, "5d5c").await;
    }
    let seq = a.accepted("one").await;
    assert_eq!(a.accepted("one").await, seq);
    assert_eq!(a.accepted("one").await, seq);
    // Also over another connection and after a restart.
    let mut other = first.sit(&id).await;
    other.move_with("one", 0, "5d5c").await;
    assert_eq!(other.accepted("one").await, seq);
    let server = server.restart().await;
    let mut a = first.at(server.address).sit(&id).await;
    a.move_with("one", 0, "5d5c").await;
    assert_eq!(a.accepted("one").await, seq);
    let mut b = second.at(server.address).sit(&id).await;
    b.move_with("one", 1, "1b1c").await;
    assert_ne!(b.accepted("one").await, seq);
    assert_eq!(
        server.somebody().show(&id).await.snapshot.moves,
        ["5d5c", "1b1c"]
    );
}

#[tokio::test]
async fn a_stopped_server_tells_its_sockets_and_goes_on_where_it_was() {
    let server = Running::start().await;
    let clock = json!({ "kind": "sudden", "main_ms": 30_000 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    let stopped = tokio::spawn(server.restart());
    assert_eq!(b.ended().await, komadai_protocol::ErrorCode::ShuttingDown);
    assert_eq!(a.ended().await, komadai_protocol::ErrorCode::ShuttingDown);
    let server = stopped.await.expect("restarted");
    let mut b = second.at(server.address).sit(&id).await;
    b.play(1, "1b1c").await;
}

/// After SIGKILL everything acknowledged is there, the clock resumes, and the flag falls without connections.
#[tokio::test]
async fn a_killed_server_loses_no_move_and_no_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("komadai.db");
    let child = Child::start(&database, &[]).await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let clock = json!({ "kind": "sudden", "main_ms": 4000 });
    let id = first.create(json!({ "clock": clock })).await.snapshot.id;
    second.join(&id).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    child.kill().await;
    tokio::time::sleep(Duration::from_millis(1000)).await;

    #[expect(
        clippy::disallowed_methods,
        reason = "how long the machine took decides what is left"
    )]
    let restarted = Instant::now();
    let child = Child::start(&database, &[]).await;
    let first = first.at(child.address);
    let (mut a, _, snapshot, _) = first.sit_after(&id, None).await;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c"]);
    let clock = snapshot.clock.expect("a clock");
    assert_eq!(clock.running, Some(Side::First));
    let left = i64::from(clock.left.first.main_ms);
    let since_restart = i64::try_from(restarted.elapsed().as_millis()).expect("seconds");
    assert!(
        (4000 - since_restart..=4000).contains(&left),
        "{left} ms: the side to move gets its whole turn back"
    );
    a.play(2, "5c5b").await;
    child.kill().await;

    let child = Child::start(&database, &[]).await;
    let snapshot = Person::new(child.address).when_over(&id).await;
    assert_eq!(snapshot.moves.len(), 3);
    let outcome = snapshot.outcome.expect("the flag fell");
    assert_eq!(
        outcome.reason,
        komadai_protocol::EndReason::Rules(komadai_rules::Reason::Time)
    );
    assert_eq!(outcome.winner, Some(Side::First));
    child.kill().await;
}

#[tokio::test]
async fn a_slow_listener_still_gets_everything_in_order() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut slow = server.somebody().sit(&id).await;
    let rounds = 40;
    for n in 0..rounds {
        a.move_with(&format!("m{n}"), 0, "5d5c").await;
        a.accepted(&format!("m{n}")).await;
        let ask = ClientMessage::Offer {
            game: id.clone(),
            id: format!("o{n}"),
            offer: komadai_protocol::OfferKind::Takeback,
        };
        a.send(&ask).await;
        a.accepted(&format!("o{n}")).await;
        let yes = ClientMessage::Answer {
            game: id.clone(),
            id: format!("y{n}"),
            offer: komadai_protocol::OfferKind::Takeback,
            accept: true,
        };
        b.send(&yes).await;
        b.accepted(&format!("y{n}")).await;
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    let mut seq = 0;
    let mut taken_back = 0;
    while taken_back < rounds {
        let event = slow.event().await;
        assert!(seq == 0 || event.seq == seq + 1, "{seq} then {}", event.seq);
        seq = event.seq;
        taken_back += u32::from(event.body.kind() == "taken-back");
    }
}

/// The client does not wait for answers.
#[tokio::test]
async fn a_move_right_behind_hello_and_subscription_is_played() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let mut watching = second.sit(&id).await;
    let mut socket = first.connect().await;
    socket
        .send(&ClientMessage::Hello {
            protocol: PROTOCOL_VERSION,
        })
        .await;
    socket.subscribe(&id, None).await;
    socket
        .send(&ClientMessage::Move {
            game: id,
            id: "m".into(),
            ply: 0,
            text: "5d5c".into(),
        })
        .await;
    socket.accepted("m").await;
    assert_eq!(watching.sees(0).await, "5d5c");
}
