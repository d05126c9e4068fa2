use std::future::Future;
use std::pin::Pin;

use komadai_protocol::{EventBody, GameKey};

use crate::{GameRow, ListEvent, NewGame, Page, Progress};

/// A future of the store.
pub type StoreFuture<'a, T, E = StoreError> =
    Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// The database could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the database failed: {0}")]
    Database(String),
    /// A stored value is not what this version writes.
    #[error("event {seq} of game {} cannot be read: {why}", .game.short())]
    Unreadable {
        /// Which game.
        game: GameKey,
        /// Which event.
        seq: u32,
        /// What is wrong with it.
        why: String,
    },
    /// The log of a game is not as long as its row says, or has a gap.
    #[error("event {seq} of game {} is missing or too many", .game.short())]
    Missing {
        /// Which game.
        game: GameKey,
        /// Which event.
        seq: u32,
    },
    /// A column holds what this version does not write there.
    #[error("a stored value cannot be read: {0}")]
    Value(String),
    /// The tables do not take a row.
    #[error("the database refused a row: {0}")]
    Constraint(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether it is about one row: others can be read and written all the same.
    ///
    /// ```
    /// use komadai_store::StoreError;
    /// assert!(StoreError::Value("text in a column of numbers".into()).is_of_one_row());
    /// assert!(!StoreError::Database("the disk is full".into()).is_of_one_row());
    /// ```
    pub fn is_of_one_row(&self) -> bool {
        match self {
            Self::Unreadable { .. }
            | Self::Missing { .. }
            | Self::Value(_)
            | Self::Constraint(_) => true,
            Self::Database(_) | Self::Closed => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Value(text),
            sqlx::Error::Database(error) if error.kind() != sqlx::error::ErrorKind::Other => {
                Self::Constraint(text)
            }
            _ => Self::Database(text),
        }
    }
}

/// Why an append did not happen.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The log has gone on (or not come so far): the number is not the next one.
    #[error("the log is at event {seq}")]
    Stale {
        /// The last event of the game.
        seq: u32,
    },
    /// Another referee has taken the game over.
    #[error("another referee has taken over (epoch {epoch})")]
    Fenced {
        /// The epoch that holds now.
        epoch: i64,
    },
    /// No such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// The maker of a game that anyone may join has as many of them as possible.
    #[error("the player has as many open challenges as possible")]
    TooManyChallenges,
    /// The network of the maker has as many games that anyone may join as possible.
    #[error("the network has as many open challenges as possible")]
    TooManyOffers,
    /// The database failed; nothing of the append is stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An event to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened, milliseconds since 1970.
    pub at_ms: i64,
    /// What happened.
    pub body: EventBody,
    /// The player who caused it.
    pub author: Option<String>,
    /// That player's id of the command.
    pub command: Option<String>,
}

/// An event as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub seq: u32,
    /// When it happened, milliseconds since 1970.
    pub at_ms: i64,
    /// What happened.
    pub body: EventBody,
    /// The player who caused it.
    pub author: Option<String>,
    /// That player's id of the command.
    pub command: Option<String>,
}

/// An event in the order of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedEvent {
    /// Its place among the events of all games: rises in the order of the commits. Not every number is used.
    pub position: i64,
    /// The game it happened in.
    pub game: GameKey,
    /// What happened.
    pub event: StoredEvent,
}

/// Events to be appended together, and what the row of the game contains after them.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which game.
    pub game: GameKey,
    /// The number the first of the events gets.
    pub first_seq: u32,
    /// The epoch of the lease under which they were decided.
    pub epoch: i64,
    /// The events, at least one.
    pub events: Vec<NewEvent>,
    /// The game after them.
    pub progress: Progress,
    /// Where one of them begins a turn: when its referee began to store it, milliseconds since 1970. Nobody knew of it
    /// before.
    pub turn_from_ms: Option<i64>,
}

/// The log of events of all games.
pub trait EventLog: Send + Sync {
    /// Stores a new game with its first events, held by `owner` with epoch 1.
    fn create(&self, game: NewGame) -> StoreFuture<'_, (), AppendError>;

    /// Stores a new game and appends to the log of the one it follows: both or neither.
    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError>;

    /// Appends events. Done means: on disk.
    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError>;

    /// The events of a game after number `after`, in order.
    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// The events of all games after a position, at most `limit`, in the order of their commits. None comes in
    /// between later: who remembers the last position misses nothing.
    fn follow(&self, after: i64, limit: u32) -> StoreFuture<'_, Vec<FollowedEvent>>;

    /// Those of them that change the lists of players, at most `limit`; what [`follow`](Self::follow) promises.
    fn follow_lists(&self, after: i64, limit: u32) -> StoreFuture<'_, Page<ListEvent>>;

    /// The row of a game.
    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>>;

    /// The rows of those of these games that there are, in no order.
    fn games<'a>(&'a self, games: &'a [GameKey]) -> StoreFuture<'a, Vec<GameRow>>;
}
