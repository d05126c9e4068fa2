use serde::{Deserialize, Serialize};

use crate::SideName;

/// Why a game ended: the rules' reasons, and those of play between two people: `aborted`, `not-begun`, `abandoned`, and
/// `cancelled` for an invitation nobody took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The king cannot be saved.
    Checkmate,
    /// No legal move and not in check.
    Stalemate,
    /// The same position came up too often.
    Repetition,
    /// Repetition by checks of one side only.
    PerpetualCheck,
    /// Both agreed on an impasse and counted.
    Impasse,
    /// A correct declaration of entering kings.
    Declaration,
    /// A wrong declaration of entering kings.
    FailedDeclaration,
    /// Too many moves without progress.
    NMoveRule,
    /// The game reached its longest length.
    MoveLimit,
    /// Resignation.
    Resignation,
    /// The flag fell.
    Time,
    /// An illegal move in a game where that loses.
    IllegalMove,
    /// A draw was agreed.
    Agreement,
    /// A player broke it off before both sides had moved, or because the opponent had left. It has no result.
    Aborted,
    /// A first move did not come in time, or a player did not come to the board. It has no result.
    NotBegun,
    /// The opponent had left, and the other player claimed the win.
    Abandoned,
    /// The invitation was withdrawn before anybody joined.
    Cancelled,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; 17] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::Impasse,
        Self::Declaration,
        Self::FailedDeclaration,
        Self::NMoveRule,
        Self::MoveLimit,
        Self::Resignation,
        Self::Time,
        Self::IllegalMove,
        Self::Agreement,
        Self::Aborted,
        Self::NotBegun,
        Self::Abandoned,
        Self::Cancelled,
    ];

    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::Impasse => "impasse",
            Self::Declaration => "declaration",
            Self::FailedDeclaration => "failed-declaration",
            Self::NMoveRule => "n-move-rule",
            Self::MoveLimit => "move-limit",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal-move",
            Self::Agreement => "agreement",
            Self::Aborted => "aborted",
            Self::NotBegun => "not-begun",
            Self::Abandoned => "abandoned",
            Self::Cancelled => "cancelled",
        }
    }

    /// The reason of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameOutcome {
    /// Who won; nobody in a draw, or a game that was aborted or cancelled.
    pub winner: Option<SideName>,
    /// Why.
    pub reason: EndReason,
    /// Moves played when it ended.
    pub ply: u32,
}
