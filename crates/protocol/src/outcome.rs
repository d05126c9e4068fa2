use serde::{Deserialize, Serialize};

use crate::SideName;

/// Reason of the end: those of the rules, and `aborted`, `not-begun`, `abandoned`, `cancelled` of play between people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    Checkmate,
    Stalemate,
    Repetition,
    /// Repetition with checks by one side only.
    PerpetualCheck,
    /// Agreed and counted.
    Impasse,
    /// Correct declaration of entering kings.
    Declaration,
    /// Wrong declaration of entering kings.
    FailedDeclaration,
    NMoveRule,
    MoveLimit,
    Resignation,
    Time,
    /// In a game where an illegal move loses.
    IllegalMove,
    /// Draw by agreement.
    Agreement,
    /// No result: ended by a player before both sides had moved, or after the opponent had left.
    Aborted,
    /// No result: a first move was overdue, or a player did not come to the board.
    NotBegun,
    /// Win claimed after the opponent had left.
    Abandoned,
    /// Invitation withdrawn before an opponent joined.
    Cancelled,
}

impl EndReason {
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

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameOutcome {
    /// `null` in a draw and without a result.
    pub winner: Option<SideName>,
    pub reason: EndReason,
    pub ply: u32,
}
