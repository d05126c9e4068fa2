use komadai_rules::Move;

use crate::info::Bound;
use crate::score::INFINITE;

pub(super) struct RootMove {
    pub(super) mv: Move,
    /// `-INFINITE` if the last iteration gave only an upper bound.
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) previous_score: i32,
    pub(super) pv: Vec<Move>,
    /// Subtree size of the last iteration, in nodes.
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        RootMove {
            mv,
            score: -INFINITE,
            bound: Bound::Exact,
            previous_score: -INFINITE,
            pv: Vec::new(),
            nodes: 0,
        }
    }

    #[cfg(test)]
    pub(super) fn with_nodes(nodes: u64) -> Self {
        RootMove {
            nodes,
            ..RootMove::new(Move::NONE)
        }
    }
}
