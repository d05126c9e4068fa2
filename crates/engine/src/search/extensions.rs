//! Check extensions and singular extensions.

use komadai_rules::{Move, Position, Variant};

use super::Search;
use super::pvs::{Candidate, Node};
use crate::params::{
    MAX_EXTENDED_LINE, SINGULAR_MARGIN, SINGULAR_MIN_DEPTH, SINGULAR_TT_DEPTH_MARGIN,
};
use crate::score::EVAL_LIMIT;
use crate::transposition_table::{Bound, TtHit};

pub(super) enum SingularOutcome {
    /// Multi-cut: another move fails high as well, with this score.
    MultiCut(i32),
    /// Extends the TT move by so many plies, or reduces it if negative.
    Extend(i32),
}

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Extension of a move in plies, at most 1.
    pub(super) fn extension(
        &self,
        position: &Position<V>,
        node: &Node,
        candidate: &Candidate,
        gives_check: bool,
    ) -> i32 {
        let mv = candidate.scored.mv();
        let check = gives_check && self.extends_check(position, node, mv);
        let extension = i32::from(check);
        if mv == node.tt_move {
            (extension + node.tt_move_extension).min(1)
        } else {
            extension
        }
    }

    /// Check extension: checks that do not lose the checking piece by SEE.
    fn extends_check(&self, position: &Position<V>, node: &Node, mv: Move) -> bool {
        self.may_extend(node.ply) && self.eval.see_ge(position, mv, 0)
    }

    /// Limits extensions to lines that are not yet too long for the iteration.
    fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < MAX_EXTENDED_LINE * self.root_depth
    }

    /// Singular extension (Anantharaman, Campbell and Hsu, 1988): searches the node to half the
    /// depth without the TT move. If all other moves fail low against a margin below the TT score,
    /// the TT move is singular and is extended; if one fails high against beta, the node is cut
    /// (multi-cut); if only the TT score is above beta, the TT move is reduced.
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position<V>,
        node: &Node,
        hit: Option<TtHit>,
    ) -> SingularOutcome {
        let Some(hit) = hit.filter(|hit| self.may_be_singular(position, node, hit)) else {
            return SingularOutcome::Extend(0);
        };
        let singular_beta = hit.score - SINGULAR_MARGIN * node.depth;
        let without_tt_move = Node {
            depth: (node.depth - 1) / 2,
            alpha: singular_beta - 1,
            beta: singular_beta,
            excludes_tt_move: true,
            ..*node
        };
        let result = self.search_moves::<false>(position, &without_tt_move);
        self.thread.pv_table[node.ply].clear();
        if self.time.stopped() {
            SingularOutcome::Extend(0)
        } else if result.move_count == 0 || result.best_score < singular_beta {
            SingularOutcome::Extend(1)
        } else if singular_beta >= node.beta && !PV {
            SingularOutcome::MultiCut(singular_beta)
        } else if hit.score >= node.beta {
            SingularOutcome::Extend(-1)
        } else {
            SingularOutcome::Extend(0)
        }
    }

    fn may_be_singular(&self, position: &Position<V>, node: &Node, hit: &TtHit) -> bool {
        node.depth >= SINGULAR_MIN_DEPTH
            && hit.depth >= node.depth - SINGULAR_TT_DEPTH_MARGIN
            && matches!(hit.bound, Bound::Lower | Bound::Exact)
            && hit.score.abs() < EVAL_LIMIT
            && self.may_extend(node.ply)
            && hit.mv != Move::NONE
            && position.is_legal(hit.mv)
    }
}
