//! Limits of the mate solver, and its ties to the world outside.

use std::sync::atomic::{AtomicBool, Ordering};

use komadai_rules::Move;

use crate::mate::value::{Plies, UNLIMITED};

/// When the solver gives up.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateOutcome, MateSolver};
/// use komadai_notation::parse_setup;
/// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
/// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let limits = MateLimits { plies: Some(1), exact: true, ..MateLimits::default() };
/// let mut solver = MateSolver::new(1).unwrap();
/// let result = solver.solve(&position, &limits, &mut MateControl::default());
/// assert_eq!((result.outcome, result.exact), (MateOutcome::Mate { plies: 1 }, true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    /// Longer mates do not count. Without it any length does.
    pub plies: Option<u32>,
    /// At most about so many nodes.
    pub nodes: Option<u64>,
    /// At most so many milliseconds, by the clock of [`MateControl::now_ms`].
    pub time_ms: Option<u64>,
    /// Whether to go on after the first proof until the length is that of the shortest mate.
    pub exact: bool,
}

impl MateLimits {
    pub(crate) fn plies(&self) -> Plies {
        (self.plies).map_or(UNLIMITED, |plies| plies.min(60_000) as Plies)
    }
}

/// The same with the moment at which time is up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveLimits {
    pub(crate) nodes: Option<u64>,
    pub(crate) until_ms: Option<u64>,
}

impl SolveLimits {
    /// The limits of a search that begins now.
    pub(crate) fn begin(limits: &MateLimits, control: &MateControl<'_>) -> SolveLimits {
        SolveLimits {
            nodes: limits.nodes,
            until_ms: limits.time_ms.map(|ms| control.now().saturating_add(ms)),
        }
    }

    /// The same, but at most so many nodes in all.
    pub(crate) fn at_most(&self, nodes: u64) -> SolveLimits {
        SolveLimits {
            nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..*self
        }
    }
}

/// How far the solver has come.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateProgress, MateSolver};
/// use komadai_notation::parse_setup;
/// use komadai_rules::{VariantId, Position, SetupRules, Shogi};
/// # let text = "l3k2nl/9/4ppppp/9/9/9/9/9/4K4 b 2R2B4G4S3N2L13P 1";
/// # let setup = parse_setup(VariantId::Shogi, text).unwrap();
/// # let position = Position::<Shogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// let mut seen: Vec<MateProgress> = Vec::new();
/// let mut on_progress = |progress: &MateProgress| seen.push(progress.clone());
/// let mut control = MateControl { on_progress: Some(&mut on_progress), ..MateControl::default() };
/// let limits = MateLimits { nodes: Some(5_000), ..MateLimits::default() };
/// let result = MateSolver::new(1).unwrap().solve(&position, &limits, &mut control);
/// assert!(seen.is_sorted_by_key(|progress| progress.nodes));
/// assert!(seen.iter().all(|progress| progress.nodes <= result.nodes));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateProgress {
    /// Nodes so far.
    pub nodes: u64,
    /// How full the hash table is, of a thousand.
    pub table_permille: u32,
    /// Proof number of the root: at least so many leaves must be mates.
    pub pn: u64,
    /// Disproof number of the root.
    pub dn: u64,
    /// The line that is being searched.
    pub line: Vec<Move>,
}

/// What a caller hands to the solver beside its [`MateLimits`]; each part may be missing.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolver};
/// use komadai_notation::parse_setup;
/// use komadai_rules::{VariantId, Position, SetupRules, Shogi};
/// use std::sync::atomic::AtomicBool;
/// # let text = "l3k2nl/9/4ppppp/9/9/9/9/9/4K4 b 2R2B4G4S3N2L13P 1";
/// # let setup = parse_setup(VariantId::Shogi, text).unwrap();
/// # let position = Position::<Shogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// let stop = AtomicBool::new(true);
/// let mut control = MateControl { stop: Some(&stop), ..MateControl::default() };
/// let mut solver = MateSolver::new(1).unwrap();
/// let result = solver.solve(&position, &MateLimits::default(), &mut control);
/// assert!(result.nodes <= 2_000);
/// ```
#[derive(Default)]
pub struct MateControl<'a> {
    /// Milliseconds since any fixed moment; must not go back. Without it there is no limit of time.
    pub now_ms: Option<&'a dyn Fn() -> u64>,
    /// Stops the solver when set; it is read every thousand nodes.
    pub stop: Option<&'a AtomicBool>,
    /// Called every thousand nodes: a caller that shows progress chooses when.
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
