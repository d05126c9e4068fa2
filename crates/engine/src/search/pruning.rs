//! Forward pruning of nodes and moves.

use komadai_rules::{Position, Variant};

use super::Search;
use super::pvs::{Candidate, Node};
use crate::params::{
    FUTILITY_BASE, FUTILITY_MARGIN, LATE_MOVE_BASE, LATE_MOVE_DEPTH_FACTOR, MOVE_PRUNING_MAX_DEPTH,
    NULL_MOVE_BASE_REDUCTION, NULL_MOVE_DEPTH_DIVISOR, NULL_MOVE_EVAL_DIVISOR,
    NULL_MOVE_MAX_EVAL_REDUCTION, NULL_MOVE_MIN_DEPTH, RAZORING_BASE, RAZORING_MARGIN,
    RAZORING_MAX_DEPTH, REVERSE_FUTILITY_MARGIN, REVERSE_FUTILITY_MAX_DEPTH, SEE_NOISY_MARGIN,
    SEE_QUIET_MARGIN,
};
use crate::score::{EVAL_LIMIT, SCORE_NONE};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MovePruning {
    /// Search the move; holds its late move reduction if already computed.
    Keep(Option<i32>),
    Skip,
    /// Skip this move and all later quiet moves.
    SkipQuiets,
}

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Score of a non-PV node that is pruned before its move loop.
    pub(super) fn prune_node(&mut self, position: &Position<V>, node: &Node) -> Option<i32> {
        if node.in_check || node.eval == SCORE_NONE || node.beta.abs() >= EVAL_LIMIT {
            return None;
        }
        Self::reverse_futility_pruning(node)
            .or_else(|| self.razoring(position, node))
            .or_else(|| self.null_move_pruning(position, node))
    }

    /// Reverse futility pruning: one move will not lose the evaluation's lead over beta.
    fn reverse_futility_pruning(node: &Node) -> Option<i32> {
        let margin = REVERSE_FUTILITY_MARGIN * (node.depth - i32::from(node.improving));
        let prunes = node.depth <= REVERSE_FUTILITY_MAX_DEPTH && node.eval - margin >= node.beta;
        prunes.then_some((node.eval + node.beta) / 2)
    }

    /// Razoring: the evaluation is so far below alpha that only captures can help.
    fn razoring(&mut self, position: &Position<V>, node: &Node) -> Option<i32> {
        let margin = RAZORING_BASE + RAZORING_MARGIN * node.depth;
        if node.depth > RAZORING_MAX_DEPTH || node.eval + margin >= node.alpha {
            return None;
        }
        // Quiescence counts this node again; the signature of `komadai bench` includes that.
        let score = self.quiescence(position, node.alpha, node.beta, node.ply, 0);
        (score <= node.alpha).then_some(score)
    }

    /// Null-move pruning: if passing keeps the score above beta, a move will too.
    fn null_move_pruning(&mut self, position: &Position<V>, node: &Node) -> Option<i32> {
        let after_null_move = self.last_move(node.ply).is_none();
        if node.depth < NULL_MOVE_MIN_DEPTH || after_null_move || node.eval < node.beta {
            return None;
        }
        let by_eval = (node.eval - node.beta) / NULL_MOVE_EVAL_DIVISOR;
        let reduction = NULL_MOVE_BASE_REDUCTION
            + node.depth / NULL_MOVE_DEPTH_DIVISOR
            + by_eval.min(NULL_MOVE_MAX_EVAL_REDUCTION);
        let mut child = *position;
        child.play_null_move();
        self.tt.prefetch(child.key());
        self.thread.stack[node.ply].moved = None;
        self.thread.evaluation.play_null_move(node.ply);
        self.path.push_null_move(&child);
        let depth = node.depth - reduction;
        let (alpha, beta) = (-node.beta, -node.beta + 1);
        let score = -self.search::<false>(&child, depth, alpha, beta, node.ply + 1, !node.cut_node);
        self.path.pop();
        if self.time.stopped() || score < node.beta {
            return None;
        }
        // A decided game after a null move proves nothing.
        Some(if score >= EVAL_LIMIT {
            node.beta
        } else {
            score
        })
    }

    /// Prunes moves of low remaining depth. Checks and evasions are never pruned.
    pub(super) fn prune_move<const PV: bool>(
        &self,
        position: &Position<V>,
        node: &Node,
        candidate: &Candidate,
        alpha: i32,
    ) -> MovePruning {
        if candidate.scored.gives_direct_check() || node.in_check {
            return MovePruning::Keep(None);
        }
        let is_shallow = node.depth <= MOVE_PRUNING_MAX_DEPTH;
        if candidate.is_quiet && is_shallow && Self::late_move_pruning(node, candidate) {
            return MovePruning::SkipQuiets;
        }
        // For a quiet move the depth after late move reduction counts.
        let reduction = (candidate.is_quiet)
            .then(|| self.late_move_reduction::<PV>(position, node, candidate, false));
        let depth = (node.depth - reduction.unwrap_or(0)).max(1);
        if depth > MOVE_PRUNING_MAX_DEPTH {
            return MovePruning::Keep(reduction);
        }
        let is_futile =
            !PV && candidate.is_quiet && Self::futility_pruning(node.eval, alpha, depth);
        if is_futile || self.see_pruning(position, candidate, depth) {
            MovePruning::Skip
        } else {
            MovePruning::Keep(reduction)
        }
    }

    /// Late move pruning (move count based pruning).
    fn late_move_pruning(node: &Node, candidate: &Candidate) -> bool {
        let count = LATE_MOVE_BASE + LATE_MOVE_DEPTH_FACTOR * node.depth * node.depth;
        let count = if node.improving { count } else { count / 2 };
        candidate.move_count > count as u32
    }

    /// Futility pruning: the move is not expected to reach alpha.
    fn futility_pruning(eval: i32, alpha: i32, depth: i32) -> bool {
        eval + FUTILITY_BASE + FUTILITY_MARGIN * depth <= alpha
    }

    /// SEE pruning: the move loses too much material.
    fn see_pruning(&self, position: &Position<V>, candidate: &Candidate, depth: i32) -> bool {
        let margin = if candidate.is_quiet {
            SEE_QUIET_MARGIN
        } else {
            SEE_NOISY_MARGIN
        };
        let mv = candidate.scored.mv();
        !self.eval.see_ge(position, mv, -margin * depth)
    }
}
