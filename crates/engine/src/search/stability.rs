//! Best move stability: scales the optimum time.

use komadai_rules::Move;

use super::root_move::RootMove;
use crate::params::{
    EFFORT_BASE_PERMILLE, MAX_OPTIMUM_PERMILLE, MAX_STABLE_ITERATIONS, STABILITY_BASE_PERMILLE,
    STABILITY_STEP_PERMILLE,
};

/// Number of consecutive iterations with the same best move.
#[derive(Default)]
pub(super) struct BestMoveStability {
    best: Option<Move>,
    iterations: u64,
}

impl BestMoveStability {
    pub(super) fn update(&mut self, best: Move) {
        self.iterations = if self.best == Some(best) {
            self.iterations + 1
        } else {
            0
        };
        self.best = Some(best);
    }

    /// Scale of the optimum time, per mille: from 578 for a move that took all nodes of the last
    /// iteration and has long been the best, up to 2,000. `moves` has the best move first.
    pub(super) fn optimum_permille(&self, moves: &[RootMove]) -> u64 {
        let all: u64 = moves.iter().map(|it| it.nodes).sum();
        let best = moves.first().map_or(0, |it| it.nodes);
        let effort = best.saturating_mul(1_000) / all.max(1);
        let stable = self.iterations.min(MAX_STABLE_ITERATIONS);
        let by_effort = EFFORT_BASE_PERMILLE - effort;
        let by_stability = STABILITY_BASE_PERMILLE - STABILITY_STEP_PERMILLE * stable;
        (by_effort * by_stability / 1_000).min(MAX_OPTIMUM_PERMILLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scale for a best move that took `nodes` of 1,000 nodes and stayed the best for `iterations`
    /// iterations after its first.
    fn permille(nodes: u64, iterations: u64) -> u64 {
        let moves = [nodes, 1_000 - nodes].map(RootMove::with_nodes);
        let mut stability = BestMoveStability::default();
        for _ in 0..=iterations {
            stability.update(Move::NONE);
        }
        stability.optimum_permille(&moves)
    }

    #[test]
    fn stable_moves_get_less_time_than_unstable_ones() {
        assert!(permille(950, 6) < permille(500, 6));
        assert!(permille(500, 6) < permille(500, 0));
        assert!(permille(700, 6) < 1_000 && permille(500, 0) > 1_000);
        assert_eq!([permille(1_000, 9), permille(0, 0)], [578, 2_000]);
    }

    #[test]
    fn a_new_best_move_resets_the_count() {
        let mut stability = BestMoveStability::default();
        stability.update(Move::from_raw(1));
        stability.update(Move::from_raw(1));
        stability.update(Move::from_raw(2));
        assert_eq!(stability.iterations, 0);
        assert_eq!(stability.optimum_permille(&[]), 2_000);
    }
}
