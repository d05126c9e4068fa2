//! All first moves of mates within a given length.

use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::solver::MateSolver;
use crate::mate::value::Plies;

/// First moves of the mates within a number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MateSolutions {
    /// Moves that mate.
    pub moves: Vec<Move>,
    /// Undecided checks.
    pub undecided: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<V: Variant> MateSolver<V> {
    /// Finds all checks after which the side to move mates within `plies`, the check included: each
    /// reply of the defender allows a mate within two plies fewer. With the length of the shortest
    /// mate, these are the moves that keep it.
    ///
    /// Only the limits of nodes and time apply, to the whole call.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_rules::{AnyPosition, SetupRules, VariantId};
    ///
    /// let text = "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1";
    /// let position = AnyPosition::parse(VariantId::Shogi, text, SetupRules::Mate)?;
    /// let AnyPosition::Shogi(position) = position else { unreachable!() };
    /// let mut solver = MateSolver::new(1)?;
    /// let limits = MateLimits::default();
    /// let found = solver.solutions(&position, 1, &limits, &mut MateControl::default());
    /// assert_eq!(found.moves.len(), 1);
    /// assert!(found.undecided.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(
        &mut self,
        position: &Position<V>,
        plies: u32,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> MateSolutions {
        self.search.begin(position, true);
        let limits = SolveLimits::begin(limits, control);
        let plies = plies.min(60_000) as Plies;
        let mut found = MateSolutions::default();
        if plies > 0 {
            for mv in position.checking_moves().sorted() {
                let mut next = *position;
                next.play_unchecked(mv);
                match (self.search).is_mated_within(&next, plies - 1, &limits, control) {
                    Some(true) => found.moves.push(mv),
                    Some(false) => {}
                    None => found.undecided.push(mv),
                }
            }
        }
        found.nodes = self.search.nodes;
        found
    }
}
