use komadai_protocol::{GameKey, PerSide};

use crate::GameRow;

/// What an event changes of the lists of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Somebody took a seat, or changed the name on it.
    Joined,
    /// A move was made.
    Moved,
    /// Moves were taken back.
    TakenBack,
    /// Something was offered.
    Offered,
    /// The game is over.
    Ended,
}

impl Change {
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [
        Self::Joined,
        Self::Moved,
        Self::TakenBack,
        Self::Offered,
        Self::Ended,
    ];

    /// The kind of its event.
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

/// An event that changes lists of players, in the order of all games. The event itself is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEvent {
    /// Its place among the events of all games.
    pub position: i64,
    /// The game it happened in.
    pub game: GameKey,
    /// What it changes.
    pub change: Change,
    /// The player who caused it.
    pub author: Option<String>,
    /// The players on the seats of the game, by now.
    pub players: PerSide<Option<String>>,
}

/// Part of a list that goes by positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// Those of its rows that can be read.
    pub rows: Vec<T>,
    /// The position of the last row; nothing where there is none.
    pub until: Option<i64>,
    /// No row is behind it for now.
    pub is_last: bool,
}

/// A page of a player's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesPage {
    /// Those of them that can be read.
    pub games: Vec<GameRow>,
    /// Where the next page begins, if there is one.
    pub next: Option<i64>,
}

impl GamesPage {
    /// Where the games that are over begin, the one that ended last first: greater than any position, and exact in
    /// JavaScript.
    pub const FIRST: i64 = (1 << 53) - 1;
}

/// Games of a player as they are after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGames {
    /// The position of that event: what is stored later is not contained.
    pub position: i64,
    /// Whether these are all games that are not over.
    pub whole: bool,
    /// The games, latest event first.
    pub games: Vec<GameRow>,
}
