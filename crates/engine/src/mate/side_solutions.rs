//! Side solutions of a mate line (yozume).

use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::solver::MateSolver;
use crate::mate::value::{Plies, UNLIMITED};

/// Approximate node limit of the search for one longer mate, unless the limits set one.
const NODES_FOR_LONGER: u64 = 200_000;

/// A mating move beside the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideSolution {
    /// Ply at which it leaves the line, from 0.
    pub ply: usize,
    /// Mating move in place of the line's.
    pub mv: Move,
    /// Plies to mate with the move: exact if equal to the rest of the line, an upper bound
    /// otherwise.
    pub plies: u32,
    /// `true` if [`plies`](SideSolution::plies) equals the rest of the line.
    pub same_length: bool,
}

/// Side solutions of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideSolutions {
    /// Mating moves in the order of the line.
    pub found: Vec<SideSolution>,
    /// Undecided checks, each with its ply from 0.
    pub undecided: Vec<(usize, Move)>,
    /// `true` if the list is full: checks after its last entry were not searched.
    pub is_full: bool,
    /// Nodes searched.
    pub nodes: u64,
}

impl<V: Variant> MateSolver<V> {
    /// Finds all checks beside those of a mate line that also mate, in as many plies or in more.
    /// `line` has exact length, as returned by [`solve`](MateSolver::solve).
    ///
    /// The limits of nodes and time apply to the whole call, that of plies to each mate. `max`
    /// bounds the number of moves found and undecided.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_rules::{Minishogi, Move, Position, Setup, SetupRules, VariantId};
    /// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = MateSolver::new(1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let line = [Move::parse(VariantId::Minishogi, "G*1b").unwrap()];
    /// let beside = solver.side_solutions(&position, &line, 1, &limits, &mut control);
    /// assert_eq!(beside.found[0].mv, Move::parse(VariantId::Minishogi, "G*2b").unwrap());
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
                // The line itself is allowed, however long.
                let most = (limits
                    .plies
                    .map_or(UNLIMITED, |_| limits.plies() - ply as Plies))
                .max(left);
                for mv in position.checking_moves().sorted() {
                    if mv == played {
                        continue;
                    }
                    if found.found.len() + found.undecided.len() >= max {
                        found.is_full = true;
                        break 'line;
                    }
                    let mut next = position;
                    next.play_unchecked(mv);
                    let limits = &solve_limits;
                    match self.plies_to_mate(&next, left - 1, most - 1, limits, control) {
                        None => found.undecided.push((ply, mv)),
                        Some(None) => {}
                        Some(Some(plies)) => found.found.push(SideSolution {
                            ply,
                            mv,
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

    /// Plies within which the side to move is mated: `shortest` if possible, else a bound up to
    /// `longest`. `Some(None)` if it is not mated, `None` if limits end the search.
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
        self.search.resume(limits, control);
        match value.pn {
            0 => Some(Some(value.plies)),
            _ => self.search.disproves(&value).then_some(None),
        }
    }
}
