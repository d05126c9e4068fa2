use komadai_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{
    ClockState, Furigoma, GameKey, GameOutcome, GameSettings, Offer, PerSide, PlayerInfo, Unrated,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Waiting,
    /// Both seats are taken.
    Playing,
    Ended,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Ended => "ended",
        }
    }
}

/// State of a game after the event `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Snapshot {
    pub id: GameKey,
    pub seq: u32,
    pub settings: GameSettings,
    pub status: Status,
    /// `null` on a free seat.
    pub players: PerSide<Option<PlayerInfo>>,
    #[serde(default)]
    pub furigoma: Option<Furigoma>,
    /// Current position in canonical text.
    pub position: String,
    /// All moves in canonical text.
    pub moves: Vec<String>,
    /// Side to move.
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::SideName))]
    pub side: Side,
    pub clock: Option<ClockState>,
    /// Pending offers.
    pub offers: Vec<Offer>,
    pub outcome: Option<GameOutcome>,
    pub rematch: Option<GameKey>,
    /// Deadline of the awaited first move, server time in milliseconds since 1970.
    #[serde(default)]
    pub first_move_by_ms: Option<i64>,
    /// Reason why a game made as rated is not.
    #[serde(default)]
    pub unrated: Option<Unrated>,
    /// Server time in milliseconds since 1970.
    pub created_at_ms: i64,
}
