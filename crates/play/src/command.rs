//! What a player may ask for.

use komadai_protocol::{ErrorCode, OfferKind, RuleCode, SideName};
use serde::{Deserialize, Serialize};

/// What a player wants done. It can travel from one server to another.
///
/// ```
/// use komadai_play::Command;
/// let command = Command::Move { ply: 0, text: "7g7f".into() };
/// // It travels between servers as JSON.
/// let text = serde_json::to_string(&command).unwrap();
/// assert_eq!(serde_json::from_str::<Command>(&text).unwrap(), command);
/// ```
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
    /// Break the game off without a result: before both sides have moved, or because the opponent has
    /// [left](crate::GameState::claim_from_ms).
    Abort,
    /// Claim the win, because the opponent has [left](crate::GameState::claim_from_ms).
    ClaimVictory,
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
///
/// ```
/// use komadai_play::{Arbiter, Arrival, Command};
/// use komadai_protocol::ErrorCode;
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// let watcher = Arrival {
///     side: None, id: "b7f0", now_ms: 1_000, one_way_ms: 20, opponent_away_since_ms: None,
/// };
/// let error = arbiter.judge(None, &watcher, &Command::Resign).unwrap_err();
/// assert_eq!(error.code, ErrorCode::NotAPlayer);
/// ```
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
    /// Since when the sender's opponent has not been at the board; `None` while there, or where nobody
    /// knows.
    pub opponent_away_since_ms: Option<i64>,
}

/// Why a command is not carried out. The game is unchanged.
///
/// ```
/// use komadai_play::CommandError;
/// use komadai_protocol::ErrorCode;
/// let error = CommandError::from(ErrorCode::NotAPlayer);
/// assert_eq!((error.code, error.rule, error.squares.len()), (ErrorCode::NotAPlayer, None, 0));
/// assert_eq!(error.to_string(), ErrorCode::NotAPlayer.meaning());
/// ```
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
