use komadai_protocol::ErrorCode;

use crate::server_id::ServerId;

/// Why a referee stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Stop {
    /// Nothing to do; whoever asks next gets a new one.
    Idle,
    /// It was stopping when somebody came in who needs a referee: the clock runs or a socket is
    /// open.
    Needed,
    /// Another server has taken the game over.
    Superseded,
    /// The log of the game has gone on without this referee, or another server has it though there should be none.
    Fenced,
    /// The database failed.
    Database,
    /// It panicked.
    Panicked,
}

/// Why a referee cannot go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fatal {
    pub(super) stop: Stop,
    /// What to answer whoever asked.
    pub(super) code: ErrorCode,
}

impl Fatal {
    pub(super) const DATABASE: Self = Self {
        stop: Stop::Database,
        code: ErrorCode::StorageFailed,
    };
    pub(super) const FENCED: Self = Self {
        stop: Stop::Fenced,
        code: ErrorCode::Internal,
    };
    pub(super) const SUPERSEDED: Self = Self {
        stop: Stop::Superseded,
        code: ErrorCode::Internal,
    };
    /// Nobody had joined the game, and it has expired.
    pub(super) const GONE: Self = Self {
        stop: Stop::Idle,
        code: ErrorCode::NoSuchGame,
    };
}

/// Why a referee does not begin.
#[derive(Debug)]
pub(in crate::game) enum NotLoaded {
    /// Another server has the game.
    Elsewhere(ServerId),
    /// Another server has just taken it, or this one: who asks again finds out.
    Again,
    /// What to answer those who asked.
    Denied(ErrorCode),
}

impl From<ErrorCode> for NotLoaded {
    fn from(code: ErrorCode) -> Self {
        Self::Denied(code)
    }
}
