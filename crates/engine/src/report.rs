//! What a search tells: after each iteration and at its end.

use komadai_rules::Move;

use crate::score::Score;

/// How a score that is told relates to the true one. Only a search that is broken off tells a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is no worse than this.
    Lower,
    /// The score is no better than this.
    Upper,
}

/// One iteration's finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Which line this is: 1 for the best move, 2 for the second best and so on.
    pub rank: u32,
    /// Longest line looked at, in plies.
    pub seldepth: u32,
    /// For the side to move at the root.
    pub score: Score,
    /// Whether the score is all that is known, or a bound.
    pub bound: Bound,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Milliseconds since the search began; 0 without a clock.
    pub time_ms: u64,
    /// Share of the hash table in use, per mille.
    pub hashfull: u32,
    /// The best line.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only when the game is over.
    pub best: Option<Move>,
    /// The reply the engine expects.
    pub ponder: Option<Move>,
    /// For the side to move at the root.
    pub score: Score,
    /// Whether the score is all that is known, or a bound.
    pub bound: Bound,
    /// Last finished iteration, in plies; 0 when a probe or a level's own rule chose the move.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The best line, beginning with `best`.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// The answer where there is nothing to search.
    pub(crate) fn game_over() -> Self {
        SearchResult {
            best: None,
            ponder: None,
            score: Score(0),
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            pv: Vec::new(),
        }
    }

    /// A move chosen without a search.
    pub(crate) fn of_move(best: Move, score: Score, nodes: u64) -> Self {
        SearchResult {
            best: Some(best),
            ponder: None,
            score,
            bound: Bound::Exact,
            depth: 0,
            nodes,
            pv: vec![best],
        }
    }
}
