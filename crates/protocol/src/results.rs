use serde::{Deserialize, Serialize};

use crate::{GameName, Rating};

/// How one's games against others have ended, of one of the four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameResults {
    /// What was played.
    pub game: GameName,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// One's rating; nothing before one's first rated game.
    #[serde(default)]
    pub rating: Option<Rating>,
}

/// Answer of `GET /api/results`. Games that were aborted or never joined do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct ResultList {
    /// One for each of the four games that one has finished one of.
    pub results: Vec<GameResults>,
}
