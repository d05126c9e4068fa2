//! ProbCut (Buro, 1995): a capture that beats beta by a margin in a reduced search will likely beat
//! beta in a full one.

use komadai_rules::{Position, Variant};

use super::Search;
use super::pvs::Node;
use crate::ordering::MovePicker;
use crate::params::{
    PROBCUT_MARGIN, PROBCUT_MIN_DEPTH, PROBCUT_REDUCTION, PROBCUT_TT_DEPTH_MARGIN,
};
use crate::score::EVAL_LIMIT;
use crate::transposition_table::TtHit;

impl<V: Variant> Search<'_, '_, '_, V> {
    /// A score above beta for a non-PV node, if a capture or promotion stays above beta plus the
    /// margin.
    pub(super) fn probcut(
        &mut self,
        position: &Position<V>,
        node: &Node,
        hit: Option<TtHit>,
    ) -> Option<i32> {
        let beta = node.beta + PROBCUT_MARGIN;
        let refuted = hit.is_some_and(|hit| {
            hit.depth >= node.depth - PROBCUT_TT_DEPTH_MARGIN && hit.score < beta
        });
        if node.depth < PROBCUT_MIN_DEPTH
            || node.in_check
            || node.beta.abs() >= EVAL_LIMIT
            || refuted
        {
            return None;
        }
        let mut picker = MovePicker::noisy(node.tt_move, node.ply, &self.thread.moves);
        let mut found = None;
        loop {
            let thread = &mut *self.thread;
            let next = picker.next(position, self.eval, &thread.histories, &mut thread.moves);
            let Some(scored) = next else { break };
            if !(self.eval).see_ge(position, scored.mv(), beta - node.eval) {
                continue;
            }
            let mut child = *position;
            self.make_move(position, &mut child, scored.mv(), node.ply);
            let score = self.probcut_score(&child, node, beta);
            self.path.pop();
            if self.time.stopped() {
                break;
            }
            if score >= beta {
                found = Some(score);
                break;
            }
        }
        picker.release(&mut self.thread.moves);
        found
    }

    /// Score of a move by quiescence search, verified by a reduced search if it reaches `beta`.
    fn probcut_score(&mut self, child: &Position<V>, node: &Node, beta: i32) -> i32 {
        let ply = node.ply + 1;
        let score = -self.quiescence(child, -beta, -beta + 1, ply, 0);
        let depth = node.depth - PROBCUT_REDUCTION;
        if score < beta || depth <= 0 || self.time.stopped() {
            return score;
        }
        -self.search::<false>(child, depth, -beta, -beta + 1, ply, !node.cut_node)
    }
}
