use serde::{Deserialize, Serialize};

use crate::{GameKey, GameName, GameOutcome, PerSide, PlayerInfo, Seat, Status};

/// A line in a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameSummary {
    /// Which game.
    pub id: GameKey,
    /// What is played.
    pub game: GameName,
    /// How far it has come.
    pub status: Status,
    /// What one is to it.
    pub seat: Seat,
    /// Who plays.
    pub players: PerSide<Option<PlayerInfo>>,
    /// Moves played.
    pub ply: u32,
    /// Whether it is one's turn.
    pub your_turn: bool,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
    /// When something last happened, server time in milliseconds since 1970.
    pub updated_at_ms: i64,
}

/// Answer of `GET /api/games`: one's own games, unfinished first, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page begins, as `before` of a further request; `None` on the last page.
    #[serde(default)]
    pub next: Option<u64>,
}
