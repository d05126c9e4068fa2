//! Probes of the mate solver.

use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome, OutOfMemory};
use komadai_rules::{AnyPosition, Move, VariantId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExactMate {
    /// The shortest mate against the longest defence.
    pub(crate) line: Vec<Move>,
    pub(crate) nodes: u64,
}

impl ExactMate {
    pub(crate) fn plies(&self) -> u32 {
        self.line.len() as u32
    }
}

/// A mate solver with a node limit for each probe.
pub(crate) struct Prober {
    solver: AnyMateSolver,
    nodes: u64,
}

impl Prober {
    /// # Errors
    /// If there is no memory for the tables.
    pub(crate) fn new(
        variant: VariantId,
        megabytes: usize,
        nodes: u64,
    ) -> Result<Self, OutOfMemory> {
        Ok(Prober {
            solver: AnyMateSolver::new(variant, megabytes)?,
            nodes,
        })
    }

    pub(crate) fn set_nodes(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// Clears the tables, so that results do not depend on earlier probes.
    pub(crate) fn clear(&mut self) {
        self.solver.clear();
    }

    /// The exact mate of a position; `None` if there is none or it is undecided within `nodes`.
    pub(crate) fn exact(&mut self, position: &AnyPosition, nodes: u64) -> Option<ExactMate> {
        let limits = MateLimits {
            nodes: Some(nodes.min(self.nodes)),
            exact: true,
            ..MateLimits::default()
        };
        let control = &mut MateControl::default();
        let found = self.solver.solve(position, &limits, control).ok()?;
        found.exact.then_some(ExactMate {
            line: found.line,
            nodes: found.nodes,
        })
    }

    /// `true` if the solver finds a mate within `nodes`.
    pub(crate) fn sees_mate(&mut self, position: &AnyPosition, nodes: u64) -> bool {
        let limits = MateLimits {
            nodes: Some(nodes),
            ..MateLimits::default()
        };
        let control = &mut MateControl::default();
        let found = self.solver.solve(position, &limits, control);
        found.is_ok_and(|found| matches!(found.outcome, MateOutcome::Mate { .. }))
    }

    /// `true` if the side to move mates in at most `plies`; `None` if undecided.
    pub(crate) fn mates(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        if plies <= 1 {
            return Some(plies == 1 && position.mate_in_one().is_some());
        }
        let limits = MateLimits {
            plies: Some(plies),
            nodes: Some(self.nodes),
            ..MateLimits::default()
        };
        let control = &mut MateControl::default();
        let found = self.solver.solve(position, &limits, control).ok()?;
        match found.outcome {
            MateOutcome::Mate { .. } => Some(true),
            MateOutcome::NoMate => Some(false),
            MateOutcome::Unknown => None,
        }
    }

    /// All first moves of mates in at most `plies`, in the order of [`Move`]; `None` if undecided.
    pub(crate) fn solutions(&mut self, position: &AnyPosition, plies: u32) -> Option<Vec<Move>> {
        let limits = MateLimits {
            nodes: Some(self.nodes),
            ..MateLimits::default()
        };
        let control = &mut MateControl::default();
        let found = self
            .solver
            .solutions(position, plies, &limits, control)
            .ok()?;
        let mut moves = found.moves;
        moves.sort_unstable();
        found.undecided.is_empty().then_some(moves)
    }

    /// `true` if the mate takes exactly `plies` and has exactly these first moves.
    pub(crate) fn is_problem(
        &mut self,
        position: &AnyPosition,
        plies: u32,
        solutions: &[Move],
    ) -> Option<bool> {
        if !solutions.iter().all(|&mv| position.is_legal(mv)) || !self.mates(position, plies)? {
            return Some(false);
        }
        if plies > 1 && self.mates(position, plies - 2)? {
            return Some(false);
        }
        Some(self.solutions(position, plies)? == solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::{AnyPosition, SetupRules};

    #[test]
    fn results_for_other_hands_are_not_reused() {
        // The knight in the defender's hand interposes; the boards are equal.
        let read = |text| AnyPosition::parse(VariantId::Shogun, text, SetupRules::Play).unwrap();
        let with = read("k7/pp6/8/8/8/8/6PP/5R1K[n] w - - 0 1");
        let without = read("k7/pp6/8/8/8/8/6PP/5R1K[] w - - 0 1");
        let mut prober = Prober::new(VariantId::Shogun, 1, 100_000).unwrap();
        for _ in 0..2 {
            assert_eq!(prober.mates(&with, 3), Some(false));
            assert_eq!(prober.mates(&without, 3), Some(true));
        }
    }
}
