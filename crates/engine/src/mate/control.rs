//! Limits, clock, stop flag and listener of the mate solver.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_rules::Move;

use crate::mate::value::{Plies, UNLIMITED};

/// Limits of the mate solver.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateOutcome, MateSolver};
/// use komadai_rules::{Minishogi, Position, Setup, SetupRules, VariantId};
/// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let limits = MateLimits { plies: Some(1), exact: true, ..MateLimits::default() };
/// let mut solver = MateSolver::new(1).unwrap();
/// let result = solver.solve(&position, &limits, &mut MateControl::default());
/// assert_eq!((result.outcome, result.exact), (MateOutcome::Mate { plies: 1 }, true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    /// Maximum length of a mate; `None` for any length.
    pub plies: Option<u32>,
    /// Approximate maximum of nodes.
    pub nodes: Option<u64>,
    /// Maximum time in milliseconds, by the clock of [`MateControl::now_ms`].
    pub time_ms: Option<u64>,
    /// Continues after the first proof until the length is that of the shortest mate.
    pub exact: bool,
}

impl MateLimits {
    pub(crate) fn plies(&self) -> Plies {
        (self.plies).map_or(UNLIMITED, |plies| plies.min(60_000) as Plies)
    }
}

/// [`MateLimits`] with a deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveLimits {
    pub(crate) nodes: Option<u64>,
    pub(crate) until_ms: Option<u64>,
}

impl SolveLimits {
    pub(crate) fn begin(limits: &MateLimits, control: &MateControl<'_>) -> SolveLimits {
        SolveLimits {
            nodes: limits.nodes,
            until_ms: limits.time_ms.map(|ms| control.now().saturating_add(ms)),
        }
    }

    /// The same limits, with at most `nodes` nodes in total.
    pub(crate) fn at_most(&self, nodes: u64) -> SolveLimits {
        SolveLimits {
            nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..*self
        }
    }
}

/// Progress report of the mate solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MateProgress {
    /// Nodes so far.
    pub nodes: u64,
    /// Occupancy of the solver's table, per mille.
    pub table_permille: u32,
    /// Proof number of the root: at least this many leaves must be mates.
    pub pn: u64,
    /// Disproof number of the root.
    pub dn: u64,
    /// Current line of the search.
    pub line: Vec<Move>,
}

/// Clock, stop flag and listener of the mate solver, all optional.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolver};
/// use komadai_rules::{Position, Setup, SetupRules, Shogi, VariantId};
/// use std::sync::atomic::AtomicBool;
/// # let text = "l3k2nl/9/4ppppp/9/9/9/9/9/4K4 b 2R2B4G4S3N2L13P 1";
/// # let setup = Setup::parse(VariantId::Shogi, text).unwrap();
/// # let position = Position::<Shogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// let stop = AtomicBool::new(true);
/// let mut control = MateControl { stop: Some(&stop), ..MateControl::default() };
/// let mut solver = MateSolver::new(1).unwrap();
/// let result = solver.solve(&position, &MateLimits::default(), &mut control);
/// assert!(result.nodes <= 2_000);
/// ```
#[derive(Default)]
pub struct MateControl<'a> {
    /// Milliseconds since any fixed moment; must be monotonic. Without a clock, the time limit has
    /// no effect.
    pub now_ms: Option<&'a dyn Fn() -> u64>,
    /// Stops the solver when set; read every thousand nodes.
    pub stop: Option<&'a AtomicBool>,
    /// Called every thousand nodes; throttling is up to the caller.
    pub on_progress: Option<&'a mut dyn FnMut(&MateProgress)>,
}

impl MateControl<'_> {
    pub(crate) fn now(&self) -> u64 {
        self.now_ms.map_or(0, |now| now())
    }

    pub(crate) fn stop_requested(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(crate) fn wants_progress(&self) -> bool {
        self.on_progress.is_some()
    }

    pub(crate) fn report(&mut self, progress: &MateProgress) {
        if let Some(on_progress) = self.on_progress.as_mut() {
            on_progress(progress);
        }
    }
}
