//! Games and events for tests.

use komadai_protocol::{EventBody, GameKey, GameSettings, PerSide, PlayerInfo, PlayerKind, Status};
use komadai_rules::{Side, VariantId};
use komadai_store::{Append, NewEvent, NewGame, PlayerRow, Progress};

pub(crate) fn progress(ply: u32) -> Progress {
    Progress {
        status: Status::Playing,
        players: PerSide {
            first: Some("p1".into()),
            second: Some("p2".into()),
        },
        side: if ply.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        },
        ply,
        outcome: None,
        clock_runs: true,
    }
}

pub(crate) fn new_game(id: &str) -> NewGame {
    NewGame {
        id: id.into(),
        game: VariantId::Minishogi,
        events: vec![NewEvent {
            at_ms: 1000,
            body: EventBody::Created {
                settings: GameSettings::of(
                    VariantId::Minishogi,
                    "rbsgk/4p/5/P4/KGSBR b - 1".into(),
                ),
            },
            author: Some("p1".into()),
            command: None,
        }],
        progress: progress(0),
        players: ["p1", "p2"]
            .map(|id| PlayerRow {
                id: id.into(),
                info: PlayerInfo {
                    id: id.into(),
                    name: format!("Name of {id}"),
                    kind: PlayerKind::Person,
                    rating: None,
                },
                created_at_ms: 1,
            })
            .into(),
        invitation: Some(format!("invitation to {id}")),
        challenge: None,
    }
}

/// New game with both players seated.
pub(crate) fn joined_game(id: &str) -> NewGame {
    let mut new = new_game(id);
    let seats = Side::BOTH.into_iter().zip(&new.players);
    let joined = seats.map(|(side, row)| NewEvent {
        at_ms: new.events[0].at_ms,
        body: EventBody::joined(side, None),
        author: Some(row.id.clone()),
        command: None,
    });
    let joined: Vec<_> = joined.collect();
    new.events.extend(joined);
    new
}

pub(crate) fn a_move(game: &GameKey, first_seq: u32, epoch: i64, text: &str) -> Append {
    Append {
        game: game.clone(),
        first_seq,
        epoch,
        events: vec![NewEvent {
            at_ms: 2000 + i64::from(first_seq),
            body: EventBody::Move {
                ply: first_seq - 2,
                side: Side::First,
                text: text.into(),
                id: format!("id-{first_seq}"),
                spent_ms: 7,
                lag_ms: 0,
                server_ms: 0,
                premove: false,
                clock: None,
            },
            author: Some("p1".into()),
            command: Some(format!("id-{first_seq}")),
        }],
        progress: progress(first_seq - 1),
        players: Vec::new(),
    }
}
