use komadai_protocol::{ClientMessage, EndReason, ErrorCode, EventBody, GameKey, OfferKind, Seat};
use komadai_rules::{Reason, Side};
use serde_json::json;

use crate::common::{Running, Socket, pair};

fn offer(game: &GameKey, id: &str, offer: OfferKind) -> ClientMessage {
    ClientMessage::Offer {
        game: game.clone(),
        id: id.into(),
        offer,
    }
}

fn answer(game: &GameKey, id: &str, offer: OfferKind, accept: bool) -> ClientMessage {
    ClientMessage::Answer {
        game: game.clone(),
        id: id.into(),
        offer,
        accept,
    }
}

async fn outcome(socket: &mut Socket) -> (Option<Side>, EndReason) {
    let EventBody::Ended { outcome, .. } = socket.event_of("ended").await else {
        unreachable!()
    };
    (outcome.winner, outcome.reason)
}

#[tokio::test]
async fn taking_back_restores_position_and_clock() {
    let server = Running::start().await;
    let clock = json!({ "kind": "byoyomi", "main_ms": 0, "period_ms": 1000, "periods": 3 });
    let (first, second, id) = pair(&server, json!({ "clock": clock })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    // The first player uses up a period, moves and takes the move back. Half a period is reserved for
    // standstills of a busy host, half for delays.
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    a.play(2, "5c5b").await;
    a.send(&offer(&id, "o", OfferKind::Takeback)).await;
    a.accepted("o").await;
    assert!(
        matches!(b.event_of("offered").await, EventBody::Offered { offer } if offer.by == Side::First)
    );
    b.send(&answer(&id, "y", OfferKind::Takeback, true)).await;
    let EventBody::TakenBack { ply, clock } = a.event_of("taken-back").await else {
        unreachable!()
    };
    let clock = clock.expect("a clock");
    assert_eq!((ply, clock.running), (2, Some(Side::First)));
    assert_eq!(
        (clock.left.first.periods_left, clock.left.first.period_ms),
        (2, 1000)
    );
    let snapshot = server.somebody().show(&id).await.snapshot;
    assert_eq!((snapshot.moves.len(), snapshot.side), (2, Side::First));
    a.move_with("m2 again", 2, "5c5b").await;
    a.accepted("m2 again").await;
    // The proposer is not to move, so the last two moves are taken back.
    b.play(3, "4a5b").await;
    b.send(&offer(&id, "o2", OfferKind::Takeback)).await;
    a.event_of("offered").await;
    a.send(&answer(&id, "n", OfferKind::Takeback, false)).await;
    assert!(matches!(
        b.event_of("declined").await,
        EventBody::Declined {
            by: Side::First,
            ..
        }
    ));
    a.send(&offer(&id, "o3", OfferKind::Takeback)).await;
    b.event_of("offered").await;
    b.send(&answer(&id, "y2", OfferKind::Takeback, true)).await;
    let EventBody::TakenBack { ply, .. } = a.event_of("taken-back").await else {
        unreachable!()
    };
    assert_eq!(ply, 2);
}

#[tokio::test]
async fn a_draw_is_offered_in_shogun_chess_only() {
    let server = Running::start().await;
    let (first, second, id) = pair(&server, json!({ "game": "shogun" })).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    b.send(&answer(&id, "y0", OfferKind::Draw, true)).await;
    assert_eq!(b.refused("y0").await.code, ErrorCode::NothingOffered);
    a.send(&offer(&id, "o", OfferKind::Draw)).await;
    a.accepted("o").await;
    a.send(&offer(&id, "o2", OfferKind::Draw)).await;
    assert_eq!(a.refused("o2").await.code, ErrorCode::AlreadyOffered);
    a.send(&answer(&id, "y1", OfferKind::Draw, true)).await;
    assert_eq!(
        a.refused("y1").await.code,
        ErrorCode::NothingOffered,
        "not one's own"
    );
    b.send(&answer(&id, "y", OfferKind::Draw, true)).await;
    assert_eq!(
        outcome(&mut a).await,
        (None, EndReason::Rules(Reason::Agreement))
    );

    for game in ["shogi", "minishogi", "torishogi"] {
        let (first, _, id) = pair(&server, json!({ "game": game })).await;
        let mut a = first.sit(&id).await;
        a.send(&offer(&id, "o", OfferKind::Draw)).await;
        assert_eq!(
            a.refused("o").await.code,
            ErrorCode::OfferNotPossible,
            "{game}"
        );
    }
}

#[tokio::test]
async fn an_impasse_is_counted_when_both_kings_have_entered() {
    let server = Running::start().await;
    let entered = "9/4K4/9/9/9/9/9/4k4/9 b RB2G2S2N2L13Prb2g2s2n2l5p 1";
    let settings = json!({ "game": "shogi", "position": entered });
    let (first, second, id) = pair(&server, settings).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    b.send(&offer(&id, "o", OfferKind::Impasse)).await;
    a.event_of("offered").await;
    a.send(&answer(&id, "y", OfferKind::Impasse, true)).await;
    assert_eq!(
        outcome(&mut b).await,
        (Some(Side::First), EndReason::Rules(Reason::Impasse)),
        "31 to 23"
    );

    let (first, _, id) = pair(&server, json!({ "game": "shogi" })).await;
    let mut a = first.sit(&id).await;
    a.send(&offer(&id, "o", OfferKind::Impasse)).await;
    assert_eq!(a.refused("o").await.code, ErrorCode::OfferNotPossible);
}

#[tokio::test]
async fn declarations_end_the_game_where_the_rules_have_them() {
    let server = Running::start().await;
    let declare = |id: &GameKey| ClientMessage::Declare {
        game: id.clone(),
        id: "d".into(),
        ply: 0,
    };
    for (hand, expected) in [
        (
            "2RB3P",
            (Some(Side::First), EndReason::Rules(Reason::Declaration)),
        ),
        (
            "2RB2P",
            (
                Some(Side::Second),
                EndReason::Rules(Reason::FailedDeclaration),
            ),
        ),
    ] {
        let position = format!("+P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b {hand} 1");
        let settings = json!({
            "game": "shogi", "position": position, "rules": { "declaration": "csa-27" }
        });
        let (first, _, id) = pair(&server, settings).await;
        let mut a = first.sit(&id).await;
        a.send(&declare(&id)).await;
        assert_eq!(outcome(&mut a).await, expected);
    }
    let (first, _, id) = pair(&server, json!({ "game": "shogi" })).await;
    let mut a = first.sit(&id).await;
    a.send(&declare(&id)).await;
    assert_eq!(a.refused("d").await.code, ErrorCode::DeclarationNotPossible);
}

#[tokio::test]
async fn a_rematch_swaps_sides() {
    let server = Running::start().await;
    let (mut first, mut second, id) = pair(&server, json!({})).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.send(&offer(&id, "early", OfferKind::Rematch)).await;
    assert_eq!(a.refused("early").await.code, ErrorCode::GameNotOver);
    a.send(&ClientMessage::Resign {
        game: id.clone(),
        id: "r".into(),
    })
    .await;
    a.accepted("r").await;
    a.send(&offer(&id, "o", OfferKind::Rematch)).await;
    b.event_of("offered").await;
    b.send(&answer(&id, "y", OfferKind::Rematch, true)).await;
    b.accepted("y").await;
    let EventBody::Rematch { next, .. } = a.event_of("rematch").await else {
        unreachable!()
    };
    assert_eq!(first.show(&next).await.seat, Seat::Second);
    assert_eq!(second.show(&next).await.seat, Seat::First);
    assert_eq!(first.show(&id).await.snapshot.rematch, Some(next));
    a.send(&offer(&id, "o2", OfferKind::Rematch)).await;
    assert_eq!(a.refused("o2").await.code, ErrorCode::OfferNotPossible);
}
