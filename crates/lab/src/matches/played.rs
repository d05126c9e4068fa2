//! A finished game of a match, as the log has it.

use serde::{Deserialize, Serialize};

use super::engine_id::EngineId;
use super::termination::Termination;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 0. Games 0 and 1 are a pair, and so on.
    pub game: u32,
    /// Which opening of the set, from 0.
    pub opening: usize,
    /// The engine that played the first side.
    pub first: EngineId,
    /// The position before the opening, in the game's canonical text.
    pub start: String,
    /// The opening's moves, separated by spaces.
    pub opening_moves: String,
    /// The engines' moves.
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` in a draw.
    pub winner: Option<EngineId>,
    /// Why the game ended.
    pub reason: Termination,
    /// More about a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A move and what its engine reported of the search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Milliseconds of thought.
    pub ms: u64,
    /// Milliseconds left on the clock after the move, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// `cp N` or `mate N` in the protocol's units, for the side that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Depth of the search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl PlayedGame {
    /// Half points of `a`: 0, 1 or 2.
    #[must_use]
    pub fn half_points_of_a(&self) -> usize {
        match self.winner {
            Some(EngineId::A) => 2,
            None => 1,
            Some(EngineId::B) => 0,
        }
    }

    /// Moves played, including those of the opening.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.opening_moves.split_whitespace().count() + self.moves.len()
    }
}
