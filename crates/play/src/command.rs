use komadai_protocol::{ErrorCode, OfferKind};
use komadai_rules::{RefusalCode, Side};
use serde::{Deserialize, Serialize};

/// A command of a player. Servers forward it to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    Move {
        ply: u32,
        /// USI or UCI.
        text: String,
    },
    /// Play a move as soon as it is the player's turn; replaces an earlier premove.
    Premove {
        /// One more than now, as the opponent is to move.
        ply: u32,
        /// USI or UCI.
        text: String,
    },
    CancelPremove,
    /// Resign; while a seat is free, withdraw the invitation.
    Resign,
    /// End the game without a result: before both sides have moved, or after the opponent has
    /// [left](crate::GameState::claim_from_ms).
    Abort,
    /// Claim the win after the opponent has [left](crate::GameState::claim_from_ms).
    ClaimVictory,
    Offer(OfferKind),
    Accept(OfferKind),
    /// Decline an offer, or withdraw the player's own.
    Decline(OfferKind),
    Declare {
        ply: u32,
    },
}

/// Sender and arrival of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<'a> {
    /// `None` for a watcher.
    pub side: Option<Side>,
    /// Command id chosen by the client.
    pub id: &'a str,
    pub now_ms: i64,
    /// Latency measured on the sender's connection.
    pub one_way_ms: u32,
    /// Start of the opponent's absence; `None` if the opponent is at the board or it is not known.
    pub opponent_away_since_ms: Option<i64>,
}

/// Refusal of a command. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    pub code: ErrorCode,
    /// Set if the rules forbid a move.
    pub rule: Option<RefusalCode>,
    /// Squares that explain the refusal, in the variant's canonical text.
    pub squares: Vec<String>,
    /// English, for logs.
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
