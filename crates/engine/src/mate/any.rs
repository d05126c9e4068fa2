//! The mate solver for programs that learn the game at run time.

use komadai_rules::{AnyPosition, GameId, any_enum, match_any, match_game, match_pair};

use crate::mate::control::{MateControl, MateLimits};
use crate::mate::solver::{MateResult, MateSolver};
use crate::out_of_memory::OutOfMemory;

any_enum! {
    /// The solver of one game.
    enum Inner = MateSolver;
}

/// A mate solver for any game. Given a position of another game than before, it becomes that game's
/// solver and forgets what it found.
///
/// ```
/// use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome};
/// use komadai_rules::{AnyPosition, GameId};
///
/// let mut solver = AnyMateSolver::new(GameId::Torishogi, 1)?;
/// let start = AnyPosition::start(GameId::Torishogi);
/// let result = solver.solve(&start, &MateLimits::default(), &mut MateControl::default())?;
/// assert_eq!(result.outcome, MateOutcome::NoMate);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub struct AnyMateSolver {
    inner: Inner,
    megabytes: usize,
}

impl AnyMateSolver {
    /// A solver with tables of so many megabytes together, at least one.
    ///
    /// # Errors
    /// There is no memory for them.
    pub fn new(game: GameId, megabytes: usize) -> Result<Self, OutOfMemory> {
        let inner = match_game!(game, G => MateSolver::<G>::new(megabytes)?.into());
        Ok(AnyMateSolver { inner, megabytes })
    }

    /// The game it is ready for.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.inner.game()
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        match_any!(Inner, &mut self.inner, solver => solver.clear());
    }

    /// Looks for a mate of the side to move; see [`MateSolver::solve`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    pub fn solve(
        &mut self,
        position: &AnyPosition,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Result<MateResult, OutOfMemory> {
        if self.game() != position.game() {
            *self = AnyMateSolver::new(position.game(), self.megabytes)?;
        }
        Ok(match_pair!(
            (Inner, &mut self.inner, solver), (AnyPosition, position, typed) =>
                solver.solve(typed, limits, control),
            else unreachable!("the solver was made for this game just above")
        ))
    }
}
