//! How a game ends.

use core::fmt;

use crate::types::side::Side;

/// Why a game ended. A closed list.
///
/// ```
/// use komadai_rules::Reason;
/// assert_eq!(Reason::NMoveRule.to_string(), "n-move-rule");
/// assert_eq!(Reason::ALL.len(), 13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The same position came too often.
    Repetition,
    /// The same position came too often and one side gave check with every move.
    PerpetualCheck,
    /// Both kings have entered, both players agreed to count.
    Impasse,
    /// A justified declaration of an entered king.
    Declaration,
    /// A declaration that did not fulfil its conditions.
    FailedDeclaration,
    /// Too many moves without progress (50 each in Shogun Chess).
    NMoveRule,
    /// The agreed number of plies was reached.
    MoveLimit,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// An illegal move, where such a move loses.
    IllegalMove,
    /// Both players agreed to a draw.
    Agreement,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 13] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::Repetition,
        Reason::PerpetualCheck,
        Reason::Impasse,
        Reason::Declaration,
        Reason::FailedDeclaration,
        Reason::NMoveRule,
        Reason::MoveLimit,
        Reason::Resignation,
        Reason::Time,
        Reason::IllegalMove,
        Reason::Agreement,
    ];

    /// The stable name, in kebab case.
    ///
    /// ```
    /// use komadai_rules::Reason;
    /// assert_eq!(Reason::PerpetualCheck.name(), "perpetual-check");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::Impasse => "impasse",
            Reason::Declaration => "declaration",
            Reason::FailedDeclaration => "failed-declaration",
            Reason::NMoveRule => "n-move-rule",
            Reason::MoveLimit => "move-limit",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::IllegalMove => "illegal-move",
            Reason::Agreement => "agreement",
        }
    }

    /// The reason with this name.
    ///
    /// ```
    /// use komadai_rules::Reason;
    /// assert_eq!(Reason::from_name("impasse"), Some(Reason::Impasse));
    /// assert_eq!(Reason::from_name("boredom"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of a game.
///
/// ```
/// use komadai_rules::{VariantId, Game, Outcome, Position, Reason, RuleSet, Shogi, Side};
/// let mut game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
/// let expected = Outcome { winner: Some(Side::Second), reason: Reason::Time, ply: 0 };
/// assert_eq!(game.flag(Side::First), Ok(expected));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// How many moves had been played.
    pub ply: u32,
}
