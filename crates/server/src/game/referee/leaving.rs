//! Players who leave a game.

use komadai_play::Command;
use komadai_protocol::limits::ABANDONED_MS;
use komadai_protocol::{ClockSettings, EndReason, ErrorCode, PerSide, ServerMessage};
use komadai_rules::Side;

use super::Referee;
use crate::game::tests::{a_move, command, enter, game, leave, registry};
use crate::request::{Request, Response};

async fn ask(referee: &mut Referee, request: Request) -> Response {
    referee.handle(request).await.expect("it goes on")
}

/// `claim_from_ms` as a new watcher receives it.
async fn claim_from_ms(referee: &mut Referee, number: u64) -> Option<i64> {
    let request = enter(&referee.registry, "watcher", number);
    let Response::Welcome { presence, .. } = ask(referee, request).await else {
        panic!("a watcher may come in")
    };
    let ServerMessage::Presence { claim_from_ms, .. } = *presence else {
        panic!("who is there")
    };
    claim_from_ms
}

#[tokio::test]
async fn a_player_may_claim_victory_a_minute_after_the_opponent_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::None).await;
    let loaded = Referee::load(registry.clone(), &key, false).await;
    let mut referee = loaded.expect("loaded");
    let long_ago = registry.time.now_ms() - i64::from(ABANDONED_MS) - 1_000;
    let moves = [
        a_move("a", 0, "5d5c", long_ago),
        a_move("b", 1, "1b1c", long_ago),
    ];
    for request in moves {
        let answer = ask(&mut referee, request).await;
        assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
    }
    for (player, number) in [("a", 1), ("b", 2)] {
        let request = enter(&registry, player, number);
        ask(&mut referee, request).await;
    }
    assert_eq!(claim_from_ms(&mut referee, 3).await, None);

    let left_ms = registry.time.now_ms();
    ask(&mut referee, leave(&registry, 1)).await;
    let from_ms = claim_from_ms(&mut referee, 4).await.expect("a moment");
    assert!(from_ms >= left_ms + i64::from(ABANDONED_MS));
    let claim = |player: &str, id: &str| command(player, id, Command::ClaimVictory);
    let early = ask(&mut referee, claim("b", "early")).await;
    let Response::Refused(refusal) = early else {
        panic!("{early:?}")
    };
    assert_eq!(refusal.code, ErrorCode::ClaimNotPossible);

    referee.presence.away_since_ms = PerSide {
        first: Some(long_ago),
        second: None,
    };
    let absentee = ask(&mut referee, claim("a", "absentee")).await;
    assert!(matches!(absentee, Response::Refused(_)), "{absentee:?}");
    let answer = ask(&mut referee, claim("b", "late")).await;
    assert!(matches!(answer, Response::Accepted { .. }), "{answer:?}");
    let outcome = referee.arbiter.state().outcome().expect("over");
    assert_eq!(outcome.reason, EndReason::Abandoned);
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(claim_from_ms(&mut referee, 5).await, None);
}

#[tokio::test]
async fn a_player_who_returns_in_time_has_not_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(&folder).await;
    let key = game(&registry, ClockSettings::None).await;
    let loaded = Referee::load(registry.clone(), &key, false).await;
    let mut referee = loaded.expect("loaded");
    for side in Side::BOTH {
        // A new referee has empty presence.
        assert!(referee.presence.away_since_ms(side).is_some());
    }
    let requests = [
        enter(&registry, "a", 1),
        enter(&registry, "a", 2),
        leave(&registry, 1),
    ];
    for request in requests {
        ask(&mut referee, request).await;
    }
    assert_eq!(referee.presence.away_since_ms(Side::First), None);
    ask(&mut referee, leave(&registry, 2)).await;
    assert!(referee.presence.away_since_ms(Side::First).is_some());
    let request = enter(&registry, "a", 3);
    ask(&mut referee, request).await;
    assert_eq!(referee.presence.away_since_ms(Side::First), None);
}
