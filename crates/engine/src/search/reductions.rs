//! Late move reductions and internal iterative reductions.

use komadai_rules::{Move, Position, Variant};

use super::Search;
use super::pvs::{Candidate, Node};
use crate::ordering::MoveIndex;
use crate::params::{
    IIR_MIN_DEPTH, LMR_CUT_NODE, LMR_DIVISOR, LMR_HISTORY_DIVISOR, LMR_IN_CHECK, LMR_MIN_DEPTH,
    LMR_MIN_MOVE, LMR_NOT_IMPROVING, LMR_PV, LMR_PV_MOVES, ONE_PLY, ROOT_LMR_MIN_DEPTH,
    ROOT_LMR_MIN_INDEX,
};

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Internal iterative reduction: one ply for a deep node without a TT move.
    pub(super) fn internal_iterative_reduction(node: &Node) -> i32 {
        i32::from(node.tt_move == Move::NONE && node.depth >= IIR_MIN_DEPTH)
    }

    /// Late move reduction in plies.
    pub(super) fn late_move_reduction<const PV: bool>(
        &self,
        position: &Position<V>,
        node: &Node,
        candidate: &Candidate,
        gives_check: bool,
    ) -> i32 {
        let first_reduced = LMR_MIN_MOVE + if PV { LMR_PV_MOVES } else { 0 };
        if node.depth < LMR_MIN_DEPTH || candidate.move_count < first_reduced || gives_check {
            return 0;
        }
        let logarithms = log2_sixteenths(node.depth as u32) * log2_sixteenths(candidate.move_count);
        let mut reduction = logarithms * ONE_PLY / LMR_DIVISOR;
        reduction += i32::from(node.cut_node) * LMR_CUT_NODE;
        if !candidate.is_quiet {
            return reduction / 2 / ONE_PLY;
        }
        reduction -= i32::from(PV) * LMR_PV;
        reduction += i32::from(!node.improving) * LMR_NOT_IMPROVING;
        reduction -= i32::from(node.in_check) * LMR_IN_CHECK;
        let previous = self.previous_moves(node.ply);
        let history = (self.thread.histories)
            .quiet_scores(position.side_to_move(), &previous)
            .score(MoveIndex::new(position, candidate.scored.mv()));
        ((reduction - history * ONE_PLY / LMR_HISTORY_DIVISOR) / ONE_PLY).max(0)
    }

    /// Late move reduction at the root; `index` counts from 0.
    pub(super) fn root_reduction(depth: i32, index: usize, gives_check: bool) -> i32 {
        i32::from(index >= ROOT_LMR_MIN_INDEX && depth >= ROOT_LMR_MIN_DEPTH && !gives_check)
    }
}

/// Binary logarithm in sixteenths, interpolated between powers of two. Integer arithmetic gives the
/// same value on every machine.
fn log2_sixteenths(n: u32) -> i32 {
    let n = n.max(1);
    let whole = n.ilog2();
    (16 * whole + (n << 4 >> whole) - 16) as i32
}

#[cfg(test)]
mod tests {
    use super::log2_sixteenths;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_interpolated_between() {
        let logarithms = [1, 2, 3, 4, 64].map(log2_sixteenths);
        assert_eq!(logarithms, [0, 16, 24, 32, 96]);
    }
}
