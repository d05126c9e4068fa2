//! The mate solver for programs that learn the game at run time.

use komadai_rules::{AnyPosition, Move, VariantId, any_enum, match_any, match_pair, match_variant};

use crate::mate::control::{MateControl, MateLimits};
use crate::mate::defence::MateDefence;
use crate::mate::side_solutions::SideSolutions;
use crate::mate::solutions::MateSolutions;
use crate::mate::solver::{MateResult, MateSolver};
use crate::mate::useless::UselessInterpositions;
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
    /// A solver with tables of so many megabytes together, at least one.
    ///
    /// # Errors
    /// There is no memory for them.
    ///
    /// ```
    /// use komadai_engine::AnyMateSolver;
    /// use komadai_rules::VariantId;
    /// let solver = AnyMateSolver::new(VariantId::Shogi, 1).unwrap();
    /// assert_eq!(solver.variant(), VariantId::Shogi);
    /// ```
    pub fn new(variant: VariantId, megabytes: usize) -> Result<Self, OutOfMemory> {
        let inner = match_variant!(variant, V => MateSolver::<V>::new(megabytes)?.into());
        Ok(AnyMateSolver { inner, megabytes })
    }

    /// The game it is ready for.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Shogi, 1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// solver.solve(&position, &limits, &mut control).unwrap();
    /// assert_eq!(solver.variant(), VariantId::Minishogi);
    /// ```
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.inner.variant()
    }

    /// Forgets what was found.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let first = solver.solve(&position, &limits, &mut control).unwrap();
    /// solver.clear();
    /// assert_eq!(solver.solve(&position, &limits, &mut control).unwrap(), first);
    /// ```
    pub fn clear(&mut self) {
        match_any!(Inner, &mut self.inner, solver => solver.clear());
    }

    /// Looks for a mate of the side to move; see [`MateSolver::solve`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let limits = MateLimits { exact: true, ..MateLimits::default() };
    /// let result = solver.solve(&position, &limits, &mut MateControl::default()).unwrap();
    /// assert_eq!(result.outcome, MateOutcome::Mate { plies: 1 });
    /// ```
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

    /// All checks that mate within so many plies; see [`MateSolver::solutions`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits};
    /// use komadai_notation::{move_text, parse_position};
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let found = solver.solutions(&position, 1, &limits, &mut control).unwrap();
    /// let texts: Vec<_> = found.moves.iter().map(|&m| move_text(VariantId::Minishogi, m)).collect();
    /// assert_eq!(texts, ["G*2b", "G*1b"]);
    /// ```
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

    /// The best defence of the side to move; see [`MateSolver::defend`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/4G/4G/5/K4 w - 1";
    /// let mated = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let found = solver.defend(&mated, &limits, &mut control).unwrap();
    /// assert_eq!((found.reply, found.outcome), (None, MateOutcome::Mate { plies: 0 }));
    /// ```
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

    /// What mates beside a line; see [`MateSolver::side_solutions`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits};
    /// use komadai_notation::{parse_move, parse_position};
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let line = [parse_move(VariantId::Minishogi, "G*1b").unwrap()];
    /// let beside = solver.side_solutions(&position, &line, 1, &limits, &mut control).unwrap();
    /// assert_eq!(beside.found[0].mv, parse_move(VariantId::Minishogi, "G*2b").unwrap());
    /// ```
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

    /// The length without useless interpositions; see [`MateSolver::useless_interpositions`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its solver.
    ///
    /// ```
    /// use komadai_engine::{AnyMateSolver, MateControl, MateLimits};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = AnyMateSolver::new(VariantId::Minishogi, 1).unwrap();
    /// let limits = MateLimits { exact: true, ..MateLimits::default() };
    /// let mut control = MateControl::default();
    /// let line = solver.solve(&position, &limits, &mut control).unwrap().line;
    /// let counted = solver.useless_interpositions(&position, &line, &limits, &mut control).unwrap();
    /// // Nothing can be put in the way of a gold.
    /// assert_eq!(counted.unwrap().plies, 1);
    /// ```
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

    fn become_solver_of(&mut self, game: VariantId) -> Result<(), OutOfMemory> {
        if self.variant() != game {
            *self = AnyMateSolver::new(game, self.megabytes)?;
        }
        Ok(())
    }
}
