use core::fmt;

use crate::types::side::Side;

/// The reason for the end of a game. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position occurred too often.
    Repetition,
    /// The position occurred too often and one side gave check with every move.
    PerpetualCheck,
    /// Both kings have entered and both players agreed to count.
    Impasse,
    /// A justified declaration of an entered king.
    Declaration,
    /// A declaration that did not fulfil its conditions.
    FailedDeclaration,
    /// Too many moves without progress (50 of each side in Shogun Chess).
    NMoveRule,
    /// The maximum number of plies was reached.
    MoveLimit,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// An illegal move, under rules by which it loses.
    IllegalMove,
    /// Both players agreed to a draw.
    Agreement,
}

impl Reason {
    /// All reasons.
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

    /// Stable name, in kebab case.
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

    /// Inverse of [`name`](Reason::name).
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Rule or act that ended the game.
    pub reason: Reason,
    /// Number of moves played.
    pub ply: u32,
}
