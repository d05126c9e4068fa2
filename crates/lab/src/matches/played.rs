//! A finished game of a match, as logged.

use serde::{Deserialize, Serialize};

use super::engine_id::EngineId;
use super::termination::Termination;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// From 0. Games 0 and 1 are a pair, and so on.
    pub game: u32,
    /// Index in the set, from 0.
    pub opening: usize,
    pub first: EngineId,
    /// The position before the opening, in the variant's canonical text.
    pub start: String,
    /// Separated by spaces.
    pub opening_moves: String,
    pub moves: Vec<PlayedMove>,
    /// `None` for a draw.
    pub winner: Option<EngineId>,
    pub reason: Termination,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// In the variant's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Time for the move.
    pub ms: u64,
    /// Milliseconds left after the move; `None` without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// `cp N` or `mate N` in the protocol's units, for the side that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl PlayedGame {
    /// 0, 1 or 2.
    #[must_use]
    pub fn half_points_of_a(&self) -> usize {
        match self.winner {
            Some(EngineId::A) => 2,
            None => 1,
            Some(EngineId::B) => 0,
        }
    }

    #[must_use]
    pub fn plies(&self) -> usize {
        self.opening_moves.split_whitespace().count() + self.moves.len()
    }
}
