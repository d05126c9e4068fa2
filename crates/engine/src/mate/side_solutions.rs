//! Other ways to mate than those of a line: yozume.

use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::solver::MateSolver;
use crate::mate::value::{Plies, UNLIMITED};

/// A longer mate is looked for with about so many nodes, unless the limits allow for a number of
/// their own.
const NODES_FOR_LONGER: u64 = 200_000;

/// A move beside the line that mates too.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolver, SideSolution};
/// use komadai_notation::{parse_move, parse_setup};
/// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
/// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let mut solver = MateSolver::new(1).unwrap();
/// let (limits, mut control) = (MateLimits::default(), MateControl::default());
/// let line = [parse_move(VariantId::Minishogi, "G*1b").unwrap()];
/// let beside: SideSolution =
///     solver.side_solutions(&position, &line, 1, &limits, &mut control).found[0];
/// assert_eq!((beside.ply, beside.plies, beside.same_length), (0, 1, true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideSolution {
    /// Where it leaves the line, counted from 0.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Plies to mate with the move: exactly so many if they are as many as the line has left,
    /// otherwise at most so many.
    pub plies: u32,
    /// Whether they are as many as the line has left.
    pub same_length: bool,
}

/// What mates beside a line.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolver, SideSolutions};
/// use komadai_notation::{parse_move, parse_setup};
/// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
/// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let mut solver = MateSolver::new(1).unwrap();
/// let (limits, mut control) = (MateLimits::default(), MateControl::default());
/// let line = [parse_move(VariantId::Minishogi, "G*1b").unwrap()];
/// let beside: SideSolutions =
///     solver.side_solutions(&position, &line, 0, &limits, &mut control);
/// assert!(beside.found.is_empty() && beside.is_full);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideSolutions {
    /// Other moves that mate, in the order of the line.
    pub found: Vec<SideSolution>,
    /// Checks of which limits left open whether they mate, with their plies counted from 0.
    pub undecided: Vec<(usize, Move)>,
    /// Whether the list is full: checks after its last entry were not looked at.
    pub is_full: bool,
    /// Nodes searched.
    pub nodes: u64,
}

impl<V: Variant> MateSolver<V> {
    /// All checks beside those of a line of mate that mate as well: in as many plies, or in more.
    /// `line` is one of exact length, as [`solve`](MateSolver::solve) gives it.
    ///
    /// Nodes and time of the limits are for all together, plies for each mate as a whole. The list ends
    /// with `max` moves, those included of which limits left open whether they mate.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_notation::{parse_move, parse_setup};
    /// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
    /// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = MateSolver::new(1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let line = [parse_move(VariantId::Minishogi, "G*1b").unwrap()];
    /// let beside = solver.side_solutions(&position, &line, 1, &limits, &mut control);
    /// assert_eq!(beside.found[0].mv, parse_move(VariantId::Minishogi, "G*2b").unwrap());
    /// ```
    pub fn side_solutions(
        &mut self,
        position: &Position<V>,
        line: &[Move],
        max: usize,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> SideSolutions {
        self.search.begin(position, true);
        let solve_limits = SolveLimits::begin(limits, control);
        let mut found = SideSolutions::default();
        let mut position = *position;
        'line: for (ply, &played) in line.iter().enumerate() {
            if ply % 2 == 0 {
                let left = (line.len() - ply) as Plies;
                // The line itself counts as allowed, however long.
                let most = (limits
                    .plies
                    .map_or(UNLIMITED, |_| limits.plies() - ply as Plies))
                .max(left);
                for m in position.checking_moves().sorted() {
                    if m == played {
                        continue;
                    }
                    if found.found.len() + found.undecided.len() >= max {
                        found.is_full = true;
                        break 'line;
                    }
                    let mut next = position;
                    next.play_unchecked(m);
                    let limits = &solve_limits;
                    match self.plies_to_mate(&next, left - 1, most - 1, limits, control) {
                        None => found.undecided.push((ply, m)),
                        Some(None) => {}
                        Some(Some(plies)) => found.found.push(SideSolution {
                            ply,
                            mv: m,
                            plies: plies as u32 + 1,
                            same_length: plies < left,
                        }),
                    }
                }
            }
            position.play_unchecked(played);
        }
        found.nodes = self.search.nodes;
        found
    }

    /// In how many plies the side to move is mated: `shortest` if that is possible, else a bound of at
    /// most `longest`; `Some(None)` if it is not mated, `None` if limits end the search.
    fn plies_to_mate(
        &mut self,
        position: &Position<V>,
        shortest: Plies,
        longest: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<Option<Plies>> {
        if (self.search).is_mated_within(position, shortest, limits, control)? {
            return Some(Some(shortest));
        }
        if longest <= shortest || !position.has_legal_move() {
            return Some(None);
        }
        let nodes = match limits.nodes {
            Some(_) => u64::MAX,
            None => self.search.nodes + NODES_FOR_LONGER,
        };
        let own = limits.at_most(nodes);
        let value = self.search.run(position, false, longest, &own, control);
        self.search.go_on(limits, control);
        match (value.pn, value.dn) {
            (0, _) => Some(Some(value.plies)),
            (_, 0) => Some(None),
            _ => None,
        }
    }
}
