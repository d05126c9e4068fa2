use komadai_protocol::ErrorCode;

use crate::server_id::ServerId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Stop {
    /// The next request loads a new one.
    Idle,
    /// A request arrived during the stop, and the game needs a referee: the clock runs or a socket is open.
    Needed,
    Superseded,
    /// Another referee has appended to the log, though no other server should have the game.
    Fenced,
    Database,
    Panicked,
}

/// Error that ends the referee.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fatal {
    pub(super) stop: Stop,
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
    /// The game has expired without an opponent.
    pub(super) const GONE: Self = Self {
        stop: Stop::Idle,
        code: ErrorCode::NoSuchGame,
    };
}

#[derive(Debug)]
pub(in crate::game) enum NotLoaded {
    Elsewhere(ServerId),
    /// The claim lost a race; try again.
    Again,
    Denied(ErrorCode),
}

impl From<ErrorCode> for NotLoaded {
    fn from(code: ErrorCode) -> Self {
        Self::Denied(code)
    }
}
