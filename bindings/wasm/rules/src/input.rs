//! Messages and settings from the page.
//!
//! Serde buffers an enum with fields as a value of any type, which is most of the code of a message
//! reader. To keep the module small, such an enum is read as one structure with the fields of all
//! variants. A test reads every variant that the protocol writes.

use std::collections::BTreeMap;

use komadai_protocol::{
    ClockSettings, ClockState, EventBody, Face, Furigoma, GameEvent, GameKey, GameOutcome,
    GameSettings, Offer, OfferKind, PerSide, PlayerInfo, Rating, Snapshot, Status, Unrated,
};
use komadai_rules::{Side, VariantId};
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct ClockInput {
    kind: ClockKind,
    main_ms: Option<u32>,
    increment_ms: Option<u32>,
    period_ms: Option<u32>,
    periods: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ClockKind {
    None,
    Sudden,
    Increment,
    Byoyomi,
}

impl ClockInput {
    /// `None` if a field is missing.
    pub(crate) fn read(self) -> Option<ClockSettings> {
        Some(match self.kind {
            ClockKind::None => ClockSettings::None,
            ClockKind::Sudden => ClockSettings::Sudden {
                main_ms: self.main_ms?,
            },
            ClockKind::Increment => ClockSettings::Increment {
                main_ms: self.main_ms?,
                increment_ms: self.increment_ms?,
            },
            ClockKind::Byoyomi => ClockSettings::Byoyomi {
                main_ms: self.main_ms?,
                period_ms: self.period_ms?,
                periods: self.periods?,
            },
        })
    }
}

#[derive(Deserialize)]
struct SettingsInput {
    game: VariantId,
    start: String,
    handicap: Option<String>,
    rules: BTreeMap<String, String>,
    clock: ClockInput,
    rated: Option<bool>,
    start_limit_ms: Option<u32>,
}

impl SettingsInput {
    fn read(self) -> Option<GameSettings> {
        Some(GameSettings {
            handicap: self.handicap,
            rules: self.rules,
            clock: self.clock.read()?,
            rated: self.rated.unwrap_or_default(),
            start_limit_ms: self.start_limit_ms,
            ..GameSettings::of(self.game, self.start)
        })
    }
}

#[derive(Deserialize)]
pub(crate) struct SnapshotInput {
    id: GameKey,
    seq: u32,
    settings: SettingsInput,
    status: Status,
    players: PerSide<Option<PlayerInfo>>,
    furigoma: Option<Furigoma>,
    position: String,
    moves: Vec<String>,
    side: Side,
    clock: Option<ClockState>,
    offers: Vec<Offer>,
    outcome: Option<GameOutcome>,
    rematch: Option<GameKey>,
    first_move_by_ms: Option<i64>,
    unrated: Option<Unrated>,
    created_at_ms: i64,
}

impl SnapshotInput {
    pub(crate) fn read(self) -> Option<Snapshot> {
        Some(Snapshot {
            id: self.id,
            seq: self.seq,
            settings: self.settings.read()?,
            status: self.status,
            players: self.players,
            furigoma: self.furigoma,
            position: self.position,
            moves: self.moves,
            side: self.side,
            clock: self.clock,
            offers: self.offers,
            outcome: self.outcome,
            rematch: self.rematch,
            first_move_by_ms: self.first_move_by_ms,
            unrated: self.unrated,
            created_at_ms: self.created_at_ms,
        })
    }
}

#[derive(Deserialize)]
pub(crate) struct EventInput {
    game: GameKey,
    seq: u32,
    at_ms: i64,
    kind: EventKind,
    settings: Option<SettingsInput>,
    tosser: Option<Side>,
    faces: Option<Vec<Face>>,
    side: Option<Side>,
    player: Option<PlayerInfo>,
    rating: Option<Rating>,
    clock: Option<ClockState>,
    ply: Option<u32>,
    #[serde(rename = "move")]
    text: Option<String>,
    id: Option<String>,
    spent_ms: Option<u32>,
    lag_ms: Option<u32>,
    server_ms: Option<u32>,
    premove: Option<bool>,
    offer: Option<OfferKind>,
    by: Option<Side>,
    outcome: Option<GameOutcome>,
    next: Option<GameKey>,
    open: Option<bool>,
    unrated: Option<Unrated>,
    returned_to: Option<Side>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EventKind {
    Created,
    Furigoma,
    Joined,
    Started,
    Move,
    Offered,
    Declined,
    TakenBack,
    Resumed,
    Ended,
    Rematch,
}

impl EventInput {
    pub(crate) fn read(self) -> Option<GameEvent> {
        Some(GameEvent {
            game: self.game.clone(),
            seq: self.seq,
            at_ms: self.at_ms,
            player: self.player.clone(),
            body: self.body()?,
        })
    }

    fn body(self) -> Option<EventBody> {
        let clock = self.clock;
        Some(match self.kind {
            EventKind::Created => EventBody::Created {
                settings: self.settings?.read()?,
            },
            EventKind::Furigoma => EventBody::Furigoma {
                toss: Furigoma {
                    tosser: self.tosser?,
                    faces: self.faces?.try_into().ok()?,
                },
            },
            EventKind::Joined => EventBody::Joined {
                side: self.side?,
                rating: self.rating,
                open: self.open.unwrap_or_default(),
                unrated: self.unrated,
            },
            EventKind::Started => EventBody::Started { clock },
            EventKind::Move => EventBody::Move {
                ply: self.ply?,
                side: self.side?,
                text: self.text?,
                id: self.id?,
                spent_ms: self.spent_ms?,
                lag_ms: self.lag_ms?,
                server_ms: self.server_ms.unwrap_or(0),
                premove: self.premove.unwrap_or(false),
                clock,
            },
            EventKind::Offered => EventBody::Offered {
                offer: Offer {
                    offer: self.offer?,
                    by: self.by?,
                },
            },
            EventKind::Declined => EventBody::Declined {
                offer: self.offer?,
                by: self.by?,
            },
            EventKind::TakenBack => EventBody::TakenBack {
                ply: self.ply?,
                clock,
            },
            EventKind::Resumed => EventBody::Resumed { clock },
            EventKind::Ended => EventBody::Ended {
                outcome: self.outcome?,
                clock,
            },
            EventKind::Rematch => EventBody::Rematch {
                next: self.next?,
                returned_to: self.returned_to,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use komadai_protocol::EndReason;
    use komadai_rules::Reason;

    use super::*;

    fn settings(clock: ClockSettings) -> GameSettings {
        GameSettings {
            handicap: Some("rook".into()),
            rules: [("repetition".to_owned(), "draw-4".to_owned())].into(),
            clock,
            rated: true,
            start_limit_ms: Some(30_000),
            ..GameSettings::of(VariantId::Shogi, "start".into())
        }
    }

    #[test]
    fn every_event_that_the_protocol_writes_is_read() {
        let clock = Some(ClockState {
            at_ms: 5,
            running: Some(Side::First),
            left: PerSide::default(),
        });
        let rating = Some(Rating {
            rating: 1500,
            provisional: true,
        });
        let player = PlayerInfo {
            rating,
            ..PlayerInfo::guest("x")
        };
        let offer = OfferKind::Draw;
        let by = Side::Second;
        let bodies = [
            EventBody::Created {
                settings: settings(ClockSettings::default()),
            },
            EventBody::Furigoma {
                toss: Furigoma::of([Face::Pawn; 5]),
            },
            EventBody::Joined {
                side: by,
                rating,
                open: true,
                unrated: Some(Unrated::SameDevice),
            },
            EventBody::Started { clock },
            EventBody::Move {
                ply: 1,
                side: by,
                text: "7g7f".into(),
                id: "a".into(),
                spent_ms: 1,
                lag_ms: 2,
                server_ms: 3,
                premove: true,
                clock: None,
            },
            EventBody::Offered {
                offer: Offer { offer, by },
            },
            EventBody::Declined { offer, by },
            EventBody::TakenBack { ply: 3, clock },
            EventBody::Resumed { clock },
            EventBody::Ended {
                outcome: GameOutcome {
                    winner: None,
                    reason: EndReason::Rules(Reason::Agreement),
                    ply: 4,
                },
                clock,
            },
            EventBody::Rematch {
                next: "n".into(),
                returned_to: Some(by),
            },
        ];
        for body in bodies {
            let event = GameEvent {
                game: "g".into(),
                seq: 2,
                at_ms: 7,
                player: matches!(body, EventBody::Joined { .. }).then(|| player.clone()),
                body,
            };
            let json = serde_json::to_value(&event).expect("JSON");
            let read: EventInput = serde_json::from_value(json).expect("an event");
            assert_eq!(read.read(), Some(event));
        }
    }

    #[test]
    fn every_clock_that_the_protocol_writes_is_read() {
        for clock in [
            ClockSettings::None,
            ClockSettings::Sudden { main_ms: 1 },
            ClockSettings::Increment {
                main_ms: 1,
                increment_ms: 2,
            },
            ClockSettings::default(),
        ] {
            let json = serde_json::to_value(clock).expect("JSON");
            let read: ClockInput = serde_json::from_value(json).expect("a clock");
            assert_eq!(read.read(), Some(clock));
        }
    }
}
