use komadai_protocol::{ErrorCode, GameEvent, OfferKind, Premove, Refusal, Seat, Snapshot};

/// Somebody with an identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    /// The identity the cookie carries. Never sent to others.
    pub(crate) id: String,
    /// The name others see.
    pub(crate) name: String,
}

/// What a player wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Move { ply: u32, text: String },
    Premove { ply: u32, text: String },
    CancelPremove,
    Resign,
    Offer(OfferKind),
    Answer(OfferKind, bool),
    Declare { ply: u32 },
}

/// What a referee can be asked. Everything in it could travel to another server.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// A socket begins to watch or play.
    Enter {
        socket: u64,
        player: Option<String>,
        last_seq: Option<u32>,
    },
    /// A socket that has been at the board since before this referee came.
    Stay {
        socket: u64,
        player: Option<String>,
        one_way: u32,
    },
    /// A socket is gone.
    Leave { socket: u64 },
    /// A socket's one-way time changed, milliseconds.
    Lag { socket: u64, one_way: u32 },
    /// A command that arrived at `at`.
    Command {
        player: Option<String>,
        id: String,
        at: i64,
        command: Command,
    },
    /// The game as one person sees it.
    View { player: String },
    /// Take the free seat.
    Join { player: Player },
    /// A fault, to see that others do not notice it.
    #[cfg(test)]
    Panic,
}

/// A game as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) may_join: bool,
    pub(crate) snapshot: Snapshot,
}

/// What a referee answers.
#[derive(Clone, Debug)]
pub(crate) enum Response {
    Welcome {
        seat: Seat,
        snapshot: Box<Snapshot>,
        events: Vec<GameEvent>,
        premove: Option<Premove>,
    },
    Accepted {
        seq: u32,
    },
    /// What waits now.
    Premove(Option<Premove>),
    Refused(Box<Refusal>),
    View(Box<View>),
    /// Not done, and there is no more to say about it.
    Denied(ErrorCode),
    Done,
}
