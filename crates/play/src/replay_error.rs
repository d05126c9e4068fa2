use komadai_protocol::GameKey;

use crate::settings::SettingsError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of game {} does not fit: {why}", .game.short())]
pub struct ReplayError {
    pub game: GameKey,
    /// The event; of a snapshot, its last one.
    pub seq: u32,
    pub why: Misfit,
}

/// Reason why an event does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    #[error("the log is empty")]
    Empty,
    #[error("a log begins with created")]
    NotCreated,
    #[error("created twice")]
    CreatedTwice,
    #[error("event {last} comes before it")]
    Gap { last: u32 },
    /// A move for another ply, or a take-back that goes forward.
    #[error("ply {ply} does not follow ply {now}")]
    WrongPly { ply: u32, now: u32 },
    #[error("the settings: {0}")]
    Settings(Box<SettingsError>),
    /// Not the text of a move, or illegal.
    #[error("the move: {0}")]
    Move(String),
}
