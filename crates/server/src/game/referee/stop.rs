use komadai_protocol::ErrorCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Stop {
    /// The next request loads a new one.
    Idle,
    /// A request arrived during the stop, and the game needs a referee: the clock runs or a socket is open.
    Needed,
    Superseded,
    /// The log has come further, though no other copy should have the slot.
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
    /// This copy has lost the slot.
    Superseded,
    Denied(ErrorCode),
}

impl From<ErrorCode> for NotLoaded {
    fn from(code: ErrorCode) -> Self {
        Self::Denied(code)
    }
}
