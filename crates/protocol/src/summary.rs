use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::{GameKey, GameOutcome, PerSide, PlayerInfo, Seat, Status};

/// A row in a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    pub id: GameKey,
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::GameName))]
    pub game: VariantId,
    pub status: Status,
    /// The caller's seat.
    pub seat: Seat,
    pub players: PerSide<Option<PlayerInfo>>,
    /// Number of the last event. Of two summaries of a game the greater one is the newer.
    #[serde(default)]
    pub seq: u32,
    pub ply: u32,
    pub your_turn: bool,
    pub outcome: Option<GameOutcome>,
    /// Time of the last event, server time in milliseconds since 1970.
    pub updated_at_ms: i64,
}

/// Answer of `GET /api/games`: the caller's games, unfinished first, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameList {
    pub games: Vec<GameSummary>,
    /// Cursor of the next page, the `before` of a further request; `null` on the last page.
    #[serde(default)]
    pub next: Option<u64>,
}
