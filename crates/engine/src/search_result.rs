use komadai_rules::Move;

use crate::info::Bound;
use crate::score::Score;

/// Result of a search: best move, score and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// Best move; `None` only if the game is over.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Relation of `score` to the exact score.
    pub bound: Bound,
    /// Depth of the last finished iteration, in plies; 0 for a move chosen without a search.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Principal variation, starting with `best`.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// Result of a position without legal moves.
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

    pub(crate) fn without_search(best: Move, score: Score, nodes: u64) -> Self {
        SearchResult {
            best: Some(best),
            score,
            nodes,
            pv: vec![best],
            ..SearchResult::game_over()
        }
    }
}
