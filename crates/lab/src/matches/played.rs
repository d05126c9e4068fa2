//! A finished game of a match, as the log has it.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::who::Who;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 0. Games 0 and 1 are a pair, and so on.
    pub game: u32,
    /// Which opening of the set, from 0.
    pub opening: usize,
    /// Who had the first side.
    pub first: Who,
    /// The position before the opening, in the game's canonical text.
    pub start: String,
    /// The opening's moves, with spaces between them.
    pub opening_moves: String,
    /// The players' moves.
    pub moves: Vec<PlayedMove>,
    /// Who won; nobody in a draw.
    pub winner: Option<Who>,
    /// Why the game ended.
    pub reason: Ending,
    /// More about a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A move and what its player said of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move, in the game's spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// Milliseconds of thought.
    pub ms: u64,
    /// Milliseconds left on the clock after the move, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// `cp N` or `mate N` in the protocol's units, for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl PlayedGame {
    /// The half points `a` made: 0, 1 or 2.
    #[must_use]
    pub fn half_points_of_a(&self) -> usize {
        match self.winner {
            Some(Who::A) => 2,
            None => 1,
            Some(Who::B) => 0,
        }
    }

    /// Moves played, those of the opening too.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.opening_moves.split_whitespace().count() + self.moves.len()
    }
}
