//! All first moves of a mate of one length.

use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::solver::MateSolver;
use crate::mate::value::Plies;

/// The first moves of the mates within some plies.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolutions, MateSolver};
/// use komadai_notation::parse_setup;
/// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
/// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let mut solver = MateSolver::new(1).unwrap();
/// let (limits, mut control) = (MateLimits::default(), MateControl::default());
/// let found: MateSolutions = solver.solutions(&position, 1, &limits, &mut control);
/// assert_eq!((found.moves.len(), found.undecided.len()), (2, 0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MateSolutions {
    /// The moves that mate.
    pub moves: Vec<Move>,
    /// The checks of which limits left open whether they do.
    pub undecided: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<V: Variant> MateSolver<V> {
    /// All checks of the side to move after which it mates within `plies`, the check included: each
    /// reply of the defender is answered by a mate within two plies fewer. Given the length of the
    /// shortest mate, they are the moves that keep it.
    ///
    /// Of the limits, nodes and time count, for all moves together.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyPosition, VariantId, SetupRules};
    ///
    /// let text = "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1";
    /// let position = parse_position(VariantId::Shogi, text, SetupRules::Mate)?;
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
            for m in position.checking_moves().sorted() {
                let mut next = *position;
                next.play_unchecked(m);
                match (self.search).is_mated_within(&next, plies - 1, &limits, control) {
                    Some(true) => found.moves.push(m),
                    Some(false) => {}
                    None => found.undecided.push(m),
                }
            }
        }
        found.nodes = self.search.nodes;
        found
    }
}
