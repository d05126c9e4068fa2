use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::line_check::check_mate_line;
use crate::mate::optimal_line::left_in_hand;
use crate::mate::repetition_table::RepetitionTable;
use crate::mate::search::Search;
use crate::mate::table::Table;
use crate::mate::value::Plies;
use crate::out_of_memory::OutOfMemory;

/// Outcome of a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateOutcome {
    /// The side to move mates by consecutive checks.
    Mate {
        /// Length of the mate: exact if [`MateResult::exact`], an upper bound otherwise.
        plies: u32,
    },
    /// No mate within the limit of plies.
    NoMate,
    /// Undecided: limits ended the search, or a line reached ply 4,000.
    Unknown,
}

/// Result of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MateResult {
    /// Outcome of the search.
    pub outcome: MateOutcome,
    /// `true` if the length is that of the shortest mate against the longest defence.
    pub exact: bool,
    /// A mate line that [`check_mate_line`](crate::check_mate_line) confirms; empty without a mate.
    /// Without [`exact`](MateResult::exact) it may be shorter than the proved bound.
    ///
    /// With [`exact`](MateResult::exact) it leaves the attacker the fewest pieces in hand of all
    /// shortest mates against longest defences, unless limits ended that comparison.
    pub line: Vec<Move>,
    /// Pieces in the attacker's hand at the end of the line; `None` without a mate.
    pub left_in_hand: Option<u32>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Proves and disproves mates by consecutive checks (tsume): depth-first proof-number search.
///
/// The side to move attacks; only the other side needs a king. The tables are kept for later
/// positions of the same problem.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateOutcome, MateSolver};
/// use komadai_rules::{Position, Shogi};
///
/// let mut solver = MateSolver::<Shogi>::new(1)?;
/// let start = Position::start();
/// let result = solver.solve(&start, &MateLimits::default(), &mut MateControl::default());
/// assert_eq!(result.outcome, MateOutcome::NoMate);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub struct MateSolver<V: Variant> {
    pub(crate) search: Search<V>,
}

impl<V: Variant> MateSolver<V> {
    /// A solver whose tables take `megabytes` in total, at least one.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = || OutOfMemory::HashTable { megabytes };
        let bytes = (megabytes.max(1) << 20) as u64;
        let repetitions = (bytes / 16) as usize / RepetitionTable::BYTES_PER_SLOT;
        let entries = (bytes / 16 * 15) as usize / Table::BYTES_PER_ENTRY;
        let table = Table::new(entries).map_err(|_| out_of_memory())?;
        let repetitions = RepetitionTable::new(repetitions).map_err(|_| out_of_memory())?;
        Ok(MateSolver {
            search: Search::new(table, repetitions),
        })
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Solves for a mate by the side to move. Ends with the first proof, or with the shortest mate
    /// if [`MateLimits::exact`] is set.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver, check_mate_line};
    /// use komadai_rules::{Minishogi, Position, Setup, SetupRules, VariantId};
    /// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let mut solver = MateSolver::new(1).unwrap();
    /// let (limits, mut control) = (MateLimits::default(), MateControl::default());
    /// let result = solver.solve(&position, &limits, &mut control);
    /// assert_eq!(check_mate_line(&position, &result.line), Ok(()));
    /// ```
    pub fn solve(
        &mut self,
        position: &Position<V>,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> MateResult {
        self.search.begin(position, true);
        let solve_limits = SolveLimits::begin(limits, control);
        let plies = limits.plies();
        let value = (self.search).run(position, true, plies, &solve_limits, control);
        let mut result = MateResult {
            outcome: MateOutcome::Unknown,
            exact: false,
            line: Vec::new(),
            left_in_hand: None,
            nodes: 0,
        };
        if self.search.disproves(&value) {
            result.outcome = MateOutcome::NoMate;
        } else if value.pn == 0 {
            let mut plies = value.plies;
            result.line = (self.search).line(position, true, plies, &solve_limits, control);
            if limits.exact && self.shorten(position, true, &mut plies, &solve_limits, control) {
                let line =
                    (self.search).optimal_line(position, true, plies, &solve_limits, control);
                if check_mate_line(position, &line).is_ok() {
                    result.line = line;
                    result.exact = true;
                }
            }
            if check_mate_line(position, &result.line).is_ok() {
                result.outcome = MateOutcome::Mate {
                    plies: plies as u32,
                };
                result.left_in_hand = Some(left_in_hand(position, true, &result.line));
            } else {
                result.line.clear();
            }
        }
        result.nodes = self.search.nodes;
        result
    }

    /// Searches for ever shorter mates than the known one in `plies`; `true` if the last one is the
    /// shortest.
    pub(crate) fn shorten(
        &mut self,
        position: &Position<V>,
        attacks: bool,
        plies: &mut Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> bool {
        // A defender with a legal move is mated in two plies at the earliest.
        let shortest = if attacks { 1 } else { 2 };
        while *plies > shortest {
            let value = (self.search).run(position, attacks, *plies - 2, limits, control);
            if self.search.disproves(&value) {
                return true;
            }
            if value.pn != 0 {
                return false;
            }
            *plies = value.plies;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Minishogi, Setup, SetupRules, VariantId};

    use super::*;

    #[test]
    fn a_line_cut_at_the_maximum_ply_is_no_proof_that_there_is_no_mate() {
        let position = |text| {
            let setup = Setup::parse(VariantId::Minishogi, text).expect("a setup");
            Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).expect("legal")
        };
        let mate = position("4k/5/4G/5/K4 b G 1");
        let no_mate = position("4k/5/5/5/KG3 b G 1");
        let mut solver = MateSolver::new(1).expect("memory");
        let mut solve = |position, max_ply, plies| {
            solver.search.max_ply = max_ply;
            let limits = MateLimits {
                plies,
                ..MateLimits::default()
            };
            solver
                .solve(position, &limits, &mut MateControl::default())
                .outcome
        };
        assert_eq!(solve(&mate, 1, None), MateOutcome::Unknown);
        // A cut is forgotten by the next search, whose tables are the same.
        assert_eq!(solve(&no_mate, 100, Some(1)), MateOutcome::NoMate);
        assert_eq!(solve(&mate, 100, None), MateOutcome::Mate { plies: 1 });
    }
}
