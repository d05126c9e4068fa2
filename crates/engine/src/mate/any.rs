//! Mate solver whose variant is chosen at run time.

use komadai_rules::{AnyPosition, Move, VariantId, any_enum, match_any, match_pair, match_variant};

use crate::mate::control::{MateControl, MateLimits};
use crate::mate::defence::MateDefence;
use crate::mate::side_solutions::SideSolutions;
use crate::mate::solutions::MateSolutions;
use crate::mate::solver::{MateResult, MateSolver};
use crate::mate::useless::UselessInterpositions;
use crate::out_of_memory::OutOfMemory;

any_enum! {
    enum Inner = MateSolver;
}

/// A mate solver for any variant. Given a position of another variant it becomes that variant's
/// solver and clears its tables.
///
/// ```
/// use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome};
/// use komadai_rules::{AnyPosition, VariantId};
///
/// let mut solver = AnyMateSolver::new(VariantId::Torishogi, 1)?;
/// let start = AnyPosition::start(VariantId::Torishogi);
/// let result = solver.solve(&start, &MateLimits::default(), &mut MateControl::default())?;
/// assert_eq!(result.outcome, MateOutcome::NoMate);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub struct AnyMateSolver {
    inner: Inner,
    megabytes: usize,
}

impl AnyMateSolver {
    /// A solver whose tables take `megabytes` in total, at least one.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(variant: VariantId, megabytes: usize) -> Result<Self, OutOfMemory> {
        let inner = match_variant!(variant, V => MateSolver::<V>::new(megabytes)?.into());
        Ok(AnyMateSolver { inner, megabytes })
    }

    /// Current variant.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.inner.variant()
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        match_any!(Inner, &mut self.inner, solver => solver.clear());
    }

    /// Solves for a mate by the side to move; see [`MateSolver::solve`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn solve(
        &mut self,
        position: &AnyPosition,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<MateResult, OutOfMemory> {
        self.become_solver_of(position.variant())?;
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.solve(typed, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }

    /// All checks that mate within `plies`; see [`MateSolver::solutions`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn solutions(
        &mut self,
        position: &AnyPosition,
        plies: u32,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<MateSolutions, OutOfMemory> {
        self.become_solver_of(position.variant())?;
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.solutions(typed, plies, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }

    /// Best defence of the side to move; see [`MateSolver::defend`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn defend(
        &mut self,
        position: &AnyPosition,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<MateDefence, OutOfMemory> {
        self.become_solver_of(position.variant())?;
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.defend(typed, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }

    /// Mates beside a line; see [`MateSolver::side_solutions`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn side_solutions(
        &mut self,
        position: &AnyPosition,
        line: &[Move],
        max: usize,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<SideSolutions, OutOfMemory> {
        self.become_solver_of(position.variant())?;
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.side_solutions(typed, line, max, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }

    /// Length of a mate without useless interpositions; see [`MateSolver::useless_interpositions`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn useless_interpositions(
        &mut self,
        position: &AnyPosition,
        line: &[Move],
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<Option<UselessInterpositions>, OutOfMemory> {
        self.become_solver_of(position.variant())?;
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.useless_interpositions(typed, line, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }

    fn become_solver_of(&mut self, variant: VariantId) -> Result<(), OutOfMemory> {
        if self.variant() != variant {
            *self = AnyMateSolver::new(variant, self.megabytes)?;
        }
        Ok(())
    }
}
