use komadai_protocol::{
    ClientMessage, ErrorCode, EventBody, GameEvent, GameKey, PerSide, Premove, ServerMessage,
    SideClock,
};
use serde_json::json;

use crate::common::{Person, Running, Socket, first_moves, pair};

fn premove(game: &GameKey, id: &str, ply: u32, text: &str) -> ClientMessage {
    ClientMessage::Premove {
        game: game.clone(),
        id: id.into(),
        ply,
        text: text.into(),
    }
}

fn cancel(game: &GameKey, id: &str) -> ClientMessage {
    ClientMessage::CancelPremove {
        game: game.clone(),
        id: id.into(),
    }
}

async fn held(socket: &mut Socket, command: &str) -> Option<Premove> {
    socket
        .find(|message| match message {
            ServerMessage::Premove { id, premove, .. } if id == command => Some(premove),
            ServerMessage::Refused(refusal) if refusal.id == command => panic!("{refusal:?}"),
            ServerMessage::Error { code, .. } => panic!("{code:?}"),
            _ => None,
        })
        .await
}

async fn set(socket: &mut Socket, id: &str, ply: u32, text: &str) {
    let game = socket.game.clone();
    socket.send(&premove(&game, id, ply, text)).await;
    let waits = held(socket, id).await.expect("it waits");
    assert_eq!((waits.ply, waits.text.as_str()), (ply, text));
}

/// The next move event: ply, text, `premove`, time spent, clocks.
async fn moved(socket: &mut Socket) -> (u32, String, bool, u32, Option<PerSide<SideClock>>) {
    match socket.event_of("move").await {
        EventBody::Move {
            ply,
            text,
            premove,
            spent_ms,
            clock,
            ..
        } => (ply, text, premove, spent_ms, clock.map(|clock| clock.left)),
        _ => unreachable!("asked for"),
    }
}

#[tokio::test]
async fn a_premove_answers_at_once_and_costs_nothing_with_an_increment() {
    let server = Running::start().await;
    let clock = json!({ "kind": "increment", "main_ms": 10_000, "increment_ms": 2000 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    set(&mut b, "p1", 3, "4a5b").await;
    a.play(2, "5c5b").await;
    assert!(!moved(&mut b).await.2);
    let (ply, text, flagged, spent, left) = moved(&mut b).await;
    assert_eq!((ply, text.as_str(), flagged, spent), (3, "4a5b", true, 0));
    let left = left.expect("a clock");
    assert_eq!(
        left.second.main_ms, 12_000,
        "nothing spent, the increment added"
    );
    // The premove's command id is the event's, so a repetition is idempotent.
    b.send(&premove(&id, "p1", 3, "4a5b")).await;
    assert_eq!(
        b.accepted("p1").await,
        server.somebody().show(&id).await.snapshot.seq
    );
}

#[tokio::test]
async fn a_premove_gives_the_byoyomi_period_back() {
    let server = Running::start().await;
    let clock = json!({ "kind": "byoyomi", "main_ms": 0, "period_ms": 5000, "periods": 2 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    first_moves(&mut a, &mut b).await;
    set(&mut b, "p1", 3, "4a5b").await;
    a.play(2, "5c5b").await;
    moved(&mut b).await;
    let (.., spent, left) = moved(&mut b).await;
    let second = left.expect("a clock").second;
    assert_eq!(spent, 0);
    assert!(second.in_byoyomi);
    assert_eq!((second.period_ms, second.periods_left), (5000, 1));
}

#[tokio::test]
async fn a_predrop_takes_what_was_in_hand_when_it_is_played() {
    let server = Running::start().await;
    let position = "4k/5/5/5/K4 b Pp 1";
    let (first, second, id) = pair(&server, json!({ "position": position })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    set(&mut b, "p1", 1, "P*3c").await;
    a.play(0, "P*2c").await;
    moved(&mut b).await;
    assert_eq!(moved(&mut b).await.1, "P*3c");
}

#[tokio::test]
async fn a_premove_that_became_illegal_is_dropped_without_a_word() {
    let server = Running::start().await;
    // Even where illegal moves lose, because it was meant for another position.
    let (first, second, id) = pair(&server, json!({ "rules": { "illegal-move": "loses" } })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    set(&mut b, "p1", 1, "3c3d").await;
    a.play(0, "5d5c").await;
    moved(&mut b).await;
    let (_, _, after, _) = second.sit_after(&id, None).await;
    assert_eq!((after.moves.len(), after.outcome), (1, None));
    b.play(1, "1b1c").await;
}

#[tokio::test]
async fn only_its_owner_receives_a_premove() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut tab = second.sit(&id).await;
    let mut watcher = server.somebody().sit(&id).await;
    set(&mut b, "p1", 1, "1b1c").await;
    // The owner's other tab receives it, also after resubscribing.
    assert_eq!(held(&mut tab, "p1").await.expect("it waits").text, "1b1c");
    let waiting = async |person: &Person| {
        let mut socket = person.greet().await;
        socket.subscribe(&id, None).await;
        socket
            .find(|message| match message {
                ServerMessage::Game { premove, .. } => Some(premove),
                _ => None,
            })
            .await
    };
    assert_eq!(waiting(&second).await.expect("it waits").ply, 1);
    assert_eq!(waiting(&first).await, None);
    // The opponent cancels only its own premove and learns nothing.
    a.send(&cancel(&id, "c1")).await;
    assert_eq!(held(&mut a, "c1").await, None);
    a.play(0, "5d5c").await;
    for socket in [&mut a, &mut watcher] {
        let mut first_move = true;
        loop {
            match socket.next().await {
                ServerMessage::Premove { .. } => panic!("sent to a stranger"),
                ServerMessage::Event(GameEvent {
                    body: EventBody::Move { ply, premove, .. },
                    ..
                }) => {
                    assert_eq!(premove, ply == 1);
                    if !std::mem::take(&mut first_move) {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn a_premove_can_be_replaced_and_cancelled() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    set(&mut b, "p1", 1, "1b1c").await;
    set(&mut b, "p2", 1, "2a2b").await;
    b.send(&cancel(&id, "c1")).await;
    assert_eq!(held(&mut b, "c1").await, None);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    let snapshot = server.somebody().show(&id).await.snapshot;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c"]);
}

/// Either order is valid, without an error.
#[tokio::test]
async fn a_cancel_that_crosses_the_opponents_move() {
    let server = Running::start().await;
    for round in 0..12 {
        let (first, second, id) = pair(&server, json!({})).await;
        let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
        set(&mut b, "p1", 1, "1b1c").await;
        let crossing = cancel(&id, "c1");
        if round % 2 == 0 {
            tokio::join!(a.move_with("m0", 0, "5d5c"), b.send(&crossing));
        } else {
            tokio::join!(b.send(&crossing), a.move_with("m0", 0, "5d5c"));
        }
        assert_eq!(held(&mut b, "c1").await, None);
        a.accepted("m0").await;
        let moves = server.somebody().show(&id).await.snapshot.moves;
        match moves.len() {
            1 => drop(b.play(1, "2a2b").await),
            2 => assert_eq!(moves[1], "1b1c"),
            n => panic!("{n} moves"),
        }
    }
}

#[tokio::test]
async fn a_premove_that_arrives_on_the_players_turn_is_a_move() {
    let server = Running::start().await;
    let rules = json!({ "rules": { "illegal-move": "loses" } });
    let (first, second, id) = pair(&server, rules).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.send(&premove(&id, "p0", 1, "3c3d")).await;
    assert_eq!(b.refused("p0").await.code, ErrorCode::IllegalMove);
    b.send(&premove(&id, "p1", 1, "1b1c")).await;
    b.accepted("p1").await;
    let (_, _, snapshot, events) = second.sit_after(&id, Some(0)).await;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c"]);
    let flagged = |event: &GameEvent| matches!(event.body, EventBody::Move { premove: true, .. });
    assert!(!events.iter().any(flagged), "it waited for nothing");
}

#[tokio::test]
async fn a_takeback_and_the_end_of_the_game_drop_the_premove() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    set(&mut a, "p1", 2, "5c5b").await;
    let kind = komadai_protocol::OfferKind::Takeback;
    a.send(&ClientMessage::Offer {
        game: id.clone(),
        id: "o".into(),
        offer: kind,
    })
    .await;
    a.accepted("o").await;
    b.send(&ClientMessage::Answer {
        game: id.clone(),
        id: "y".into(),
        offer: kind,
        accept: true,
    })
    .await;
    b.accepted("y").await;
    a.move_with("again", 0, "5d5c").await;
    a.accepted("again").await;
    b.play(1, "1b1c").await;
    let snapshot = server.somebody().show(&id).await.snapshot;
    assert_eq!(snapshot.moves.len(), 2, "the premove of before has gone");

    a.play(2, "5c5b").await;
    set(&mut a, "p2", 4, "5b5a").await;
    b.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    b.accepted("r").await;
    a.send(&premove(&id, "p3", 4, "5b5a")).await;
    assert_eq!(a.refused("p3").await.code, ErrorCode::GameOver);
    assert_eq!(server.somebody().show(&id).await.snapshot.moves.len(), 3);
}

#[tokio::test]
async fn invalid_premoves_are_refused() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let waiting = maker.create(json!({})).await.snapshot.id;
    let mut alone = maker.sit(&waiting).await;
    alone.send(&premove(&waiting, "w", 1, "1b1c")).await;
    assert_eq!(alone.refused("w").await.code, ErrorCode::NotStarted);

    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    let mut watcher = server.somebody().sit(&id).await;
    watcher.send(&premove(&id, "x", 1, "1b1c")).await;
    assert_eq!(watcher.refused("x").await.code, ErrorCode::NotAPlayer);
    watcher.send(&cancel(&id, "y")).await;
    assert_eq!(watcher.refused("y").await.code, ErrorCode::NotAPlayer);
    for (command, ply, text, code) in [
        ("q1", 0, "1b1c", ErrorCode::WrongPly),
        ("q2", 3, "1b1c", ErrorCode::WrongPly),
        ("q3", u32::MAX, "1b1c", ErrorCode::WrongPly),
        ("q4", 1, "", ErrorCode::BadMove),
        ("q5", 1, "nonsense", ErrorCode::BadMove),
        ("q6", 1, "9i9h", ErrorCode::BadMove),
        (
            "q7",
            1,
            "P*9999999999999999999999999999999999999999",
            ErrorCode::BadMove,
        ),
    ] {
        b.send(&premove(&id, command, ply, text)).await;
        assert_eq!(b.refused(command).await.code, code, "{command}");
    }
    // On the player's turn only the current ply is accepted.
    a.send(&premove(&id, "t", 1, "5d5c")).await;
    assert_eq!(a.refused("t").await.code, ErrorCode::WrongPly);
    for text in [
        json!({ "type": "premove", "game": id, "id": "z" }),
        json!({ "type": "premove", "game": id, "id": "z", "ply": -1, "move": "1b1c" }),
        json!({ "type": "premove", "game": id, "id": "z", "ply": 1, "move": "1b1c", "side": "first" }),
    ] {
        let mut socket = second.sit(&id).await;
        socket.send_text(&text.to_string()).await;
        assert_eq!(socket.ended().await, ErrorCode::UnknownMessage);
    }
}

#[tokio::test]
async fn premoves_too_fast_end_the_connection() {
    let server = Running::start().await;
    let (_, second, id) = pair(&server, json!({})).await;
    let mut b = second.sit(&id).await;
    for n in 0..80 {
        b.send(&premove(&id, &format!("p{n}"), 1, "1b1c")).await;
    }
    assert_eq!(b.ended().await, ErrorCode::TooManyMessages);
}

#[tokio::test]
async fn a_game_with_premoves_is_read_again_after_a_restart() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    set(&mut b, "p1", 1, "1b1c").await;
    a.play(0, "5d5c").await;
    moved(&mut b).await;
    moved(&mut b).await;
    let stopped = tokio::spawn(server.restart());
    assert_eq!(a.ended().await, ErrorCode::ShuttingDown);
    let server = stopped.await.expect("restarted");
    let (_, _, snapshot, events) = first.at(server.address).sit_after(&id, Some(0)).await;
    assert_eq!(snapshot.moves, ["5d5c", "1b1c"]);
    let flags: Vec<bool> = events
        .iter()
        .filter_map(|event| match event.body {
            EventBody::Move { premove, .. } => Some(premove),
            _ => None,
        })
        .collect();
    assert_eq!(flags, [false, true]);
}
