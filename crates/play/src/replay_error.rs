//! Why events do not make a game.

use komadai_protocol::GameKey;

use crate::settings::SettingsError;

/// A log, an event or a snapshot that does not fit.
///
/// ```
/// use komadai_play::{GameState, Misfit, ReplayError};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let error: ReplayError = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log[1..]).unwrap_err();
/// assert_eq!((error.seq, &error.why), (2, &Misfit::NotCreated));
/// // Enough of the game's key to find it in the logs, too little to open it.
/// let text = "event 2 of game x8Qm3L does not fit: a log begins with created";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of game {} does not fit: {why}", .game.short())]
pub struct ReplayError {
    /// Which game.
    pub game: GameKey,
    /// Which event; of a snapshot the last one it contains.
    pub seq: u32,
    /// What is wrong with it.
    pub why: Misfit,
}

/// Why an event does not fit.
///
/// ```
/// use komadai_play::{GameState, Misfit};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let gap = [log[0].clone(), log[2].clone()];
/// let error = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &gap).unwrap_err();
/// assert_eq!(error.why, Misfit::Gap { last: 1 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// There are no events at all.
    #[error("the log is empty")]
    Empty,
    /// The first event is another one than `created`.
    #[error("a log begins with created")]
    NotCreated,
    /// `created` comes again.
    #[error("created twice")]
    CreatedTwice,
    /// The number is not the next one.
    #[error("event {last} comes before it")]
    Gap {
        /// The last event so far.
        last: u32,
    },
    /// The move is for another ply, or a take-back goes forward.
    #[error("ply {ply} does not follow ply {now}")]
    WrongPly {
        /// What the event says.
        ply: u32,
        /// Moves played.
        now: u32,
    },
    /// This version does not understand the settings.
    #[error("the settings: {0}")]
    Settings(Box<SettingsError>),
    /// The text is no move, or the rules forbid it.
    #[error("the move: {0}")]
    Move(String),
}
