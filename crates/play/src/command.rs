//! What a player may ask for.

use komadai_protocol::{ErrorCode, OfferKind, RuleCode, SideName};
use serde::{Deserialize, Serialize};

/// What a player wants done. It can travel from one server to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Play a move.
    Move {
        /// Moves played before it.
        ply: u32,
        /// Its text (USI or UCI spelling).
        text: String,
    },
    /// Play a move as soon as it is one's turn; replaces one set before.
    Premove {
        /// Moves played before it: one more than now, as the opponent is to move.
        ply: u32,
        /// Its text (USI or UCI spelling).
        text: String,
    },
    /// Remove the premove, if there is one.
    CancelPremove,
    /// Resign. Before anybody joined: withdraw the invitation.
    Resign,
    /// Propose something to the other player.
    Offer(OfferKind),
    /// Accept what the other player proposed.
    Accept(OfferKind),
    /// Decline what the other player proposed, or withdraw one's own proposal.
    Decline(OfferKind),
    /// Declare entering kings on one's own turn.
    Declare {
        /// Moves played when it is declared.
        ply: u32,
    },
}

/// Who gives a command, and when it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<'a> {
    /// The side of the sender; `None` for a watcher.
    pub side: Option<SideName>,
    /// The sender's id of the command.
    pub id: &'a str,
    /// The moment of arrival, milliseconds.
    pub now_ms: i64,
    /// One-way time measured for the sender's connection, milliseconds.
    pub one_way_ms: u32,
}

/// Why a command is not carried out. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    /// Why.
    pub code: ErrorCode,
    /// The rule, when the rules forbid a move.
    pub rule: Option<RuleCode>,
    /// The squares that explain it, as the game's canonical text names them.
    pub squares: Vec<String>,
    /// The same in English, for logs.
    pub message: String,
}

impl From<ErrorCode> for CommandError {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            rule: None,
            squares: Vec::new(),
            message: code.meaning().into(),
        }
    }
}
