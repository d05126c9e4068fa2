//! Proofs of mates by checks: short ones by exhaustive search, longer ones by the mate solver.

use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome, OutOfMemory};
use komadai_rules::{AnyPosition, Move, VariantId};

/// Greatest length in plies for exhaustive search.
const MAX_TRIED_PLIES: u32 = 5;

/// Nodes after which the solver leaves a position undecided; it is then rejected.
const MAX_NODES: u64 = 100_000;

const SOLVER_MB: usize = 16;

pub(super) struct Prover {
    plies: u32,
    solver: AnyMateSolver,
}

impl Prover {
    pub(super) fn new(variant: VariantId, plies: u32) -> Result<Self, OutOfMemory> {
        Ok(Prover {
            plies,
            solver: AnyMateSolver::new(variant, SOLVER_MB)?,
        })
    }

    /// All first moves of a mate of this length; empty if there is a shorter mate or the length is
    /// undecided.
    pub(super) fn solutions(&mut self, position: &AnyPosition) -> Vec<Move> {
        let plies = self.plies;
        if plies <= MAX_TRIED_PLIES {
            if plies > 1 && mates_within(position, plies - 2) {
                return Vec::new();
            }
            return mating_moves(position, plies);
        }
        if self.mates(position, plies - 2) != Some(false)
            || self.mates(position, plies) != Some(true)
        {
            return Vec::new();
        }
        let mut solutions = Vec::new();
        for (mv, child) in checks(position) {
            match self.is_mated(&child, plies - 1) {
                Some(true) => solutions.push(mv),
                Some(false) => {}
                None => return Vec::new(),
            }
        }
        solutions
    }

    /// `true` if the side to move mates in at most `plies`; `None` if undecided.
    fn mates(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        let limits = MateLimits {
            plies: Some(plies),
            nodes: Some(MAX_NODES),
            ..MateLimits::default()
        };
        let found = self
            .solver
            .solve(position, &limits, &mut MateControl::default());
        match found.ok()?.outcome {
            MateOutcome::Mate { .. } => Some(true),
            MateOutcome::NoMate => Some(false),
            MateOutcome::Unknown => None,
        }
    }

    /// `true` if every evasion leads to a mate within `plies`; `None` if undecided.
    fn is_mated(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        for mv in position.legal_moves() {
            let mut child = *position;
            child.play_unchecked(mv);
            if !self.mates(&child, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// `true` if the side to move has a mate by checks alone in at most `plies`.
#[must_use]
pub fn mates_within(position: &AnyPosition, plies: u32) -> bool {
    if position.mate_in_one().is_some() {
        return plies >= 1;
    }
    plies >= 3 && checks(position).any(|(_, child)| is_mated(&child, plies - 1))
}

/// First moves of mates in at most `plies`, the first move included.
#[must_use]
pub fn mating_moves(position: &AnyPosition, plies: u32) -> Vec<Move> {
    let mating = checks(position).filter(|(_, child)| is_mated(child, plies.saturating_sub(1)));
    mating.map(|(mv, _)| mv).collect()
}

fn checks(position: &AnyPosition) -> impl Iterator<Item = (Move, AnyPosition)> {
    let after = |mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        (mv, child)
    };
    let moves = position.legal_moves().sorted();
    moves
        .into_iter()
        .map(after)
        .filter(|(_, child)| child.in_check())
}

/// `true` if every evasion leads to a mate within `plies`.
fn is_mated(position: &AnyPosition, plies: u32) -> bool {
    let moves = position.legal_moves();
    if plies == 0 {
        return moves.is_empty();
    }
    moves.sorted().into_iter().all(|mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        mates_within(&child, plies - 1)
    })
}
