use serde::{Deserialize, Serialize};

use crate::{
    ClockState, Furigoma, GameKey, GameOutcome, GameSettings, Offer, PerSide, PlayerInfo, SideName,
    Unrated,
};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A seat is free.
    Waiting,
    /// Both seats are taken; moves may be made.
    Playing,
    /// Over.
    Ended,
}

impl Status {
    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Ended => "ended",
        }
    }
}

/// The whole state of a game after the event `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Snapshot {
    /// Which game.
    pub id: GameKey,
    /// The last event contained.
    pub seq: u32,
    /// What is played.
    pub settings: GameSettings,
    /// How far it has come.
    pub status: Status,
    /// Who plays; nobody on a free seat.
    pub players: PerSide<Option<PlayerInfo>>,
    /// The toss for the sides, where there was one.
    #[serde(default)]
    pub furigoma: Option<Furigoma>,
    /// The current position as canonical text.
    pub position: String,
    /// All moves as canonical text.
    pub moves: Vec<String>,
    /// Who is to move.
    pub side: SideName,
    /// The clocks; nothing when the game has none.
    pub clock: Option<ClockState>,
    /// Offers that wait for an answer.
    pub offers: Vec<Offer>,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
    /// The rematch that followed this one.
    pub rematch: Option<GameKey>,
    /// Until when the side to move has to make its first move, server time in milliseconds since 1970.
    #[serde(default)]
    pub first_move_by_ms: Option<i64>,
    /// Why the game is not rated, though it was to be.
    #[serde(default)]
    pub unrated: Option<Unrated>,
    /// When it was made, server time in milliseconds since 1970.
    pub created_at_ms: i64,
}
