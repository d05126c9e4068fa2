use komadai_protocol::{GameKey, PerSide};

use crate::GameRow;

/// Effect of an event on the lists of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A player took a seat or changed the name on it.
    Joined,
    Moved,
    TakenBack,
    Offered,
    Ended,
}

impl Change {
    pub(crate) const ALL: [Self; 5] = [
        Self::Joined,
        Self::Moved,
        Self::TakenBack,
        Self::Offered,
        Self::Ended,
    ];

    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::Moved => "move",
            Self::TakenBack => "taken-back",
            Self::Offered => "offered",
            Self::Ended => "ended",
        }
    }
}

/// Event that changes lists of players, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEvent {
    pub position: i64,
    pub game: GameKey,
    pub change: Change,
    pub author: Option<String>,
    /// Players on the seats as of now, not as of the event.
    pub players: PerSide<Option<String>>,
}

/// Page of a list ordered by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// Readable rows. Damaged rows are left out.
    pub rows: Vec<T>,
    /// Position of the last row, readable or not. `None` if the page is empty.
    pub until: Option<i64>,
    pub is_last: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesPage {
    pub games: Vec<GameRow>,
    /// Argument `before` for the next page.
    pub next: Option<i64>,
}

impl GamesPage {
    /// Page boundary before the game that ended last: greater than any position, and exact in JavaScript.
    pub const FIRST: i64 = (1 << 53) - 1;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGames {
    /// Position up to which events are included.
    pub position: i64,
    /// `true` if these are all unfinished games.
    pub whole: bool,
    pub games: Vec<GameRow>,
}
