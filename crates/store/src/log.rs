use std::future::Future;
use std::pin::Pin;

use komadai_protocol::{EventBody, GameKey};

use crate::{GameRow, ListEvent, NewGame, Page, Progress};

pub type StoreFuture<'a, T, E = StoreError> =
    Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database failed: {0}")]
    Database(String),
    #[error("event {seq} of game {} cannot be read: {why}", .game.short())]
    Unreadable {
        game: GameKey,
        seq: u32,
        why: String,
    },
    /// The log has a gap, or its length differs from the game's row.
    #[error("event {seq} of game {} is missing or too many", .game.short())]
    Missing { game: GameKey, seq: u32 },
    #[error("a stored value cannot be read: {0}")]
    Value(String),
    #[error("the database refused a row: {0}")]
    Constraint(String),
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// `true` if the error concerns a single row, so that others can still be read and written.
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

#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The event number is not the next one.
    #[error("the log is at event {seq}")]
    Stale { seq: u32 },
    /// The epoch (fencing token) is outdated: another referee has taken over.
    #[error("another referee has taken over (epoch {epoch})")]
    Fenced { epoch: i64 },
    #[error("there is no such game")]
    NoSuchGame,
    #[error("the player has as many open challenges as possible")]
    TooManyChallenges,
    #[error("the network has as many open challenges as possible")]
    TooManyOffers,
    /// The database failed; nothing of the append is stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    pub at_ms: i64,
    pub body: EventBody,
    pub author: Option<String>,
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub seq: u32,
    pub at_ms: i64,
    pub body: EventBody,
    pub author: Option<String>,
    /// Id of the command, given by the author's client for idempotence.
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedEvent {
    /// Position among the events of all games. Rises in commit order, with gaps.
    pub position: i64,
    pub game: GameKey,
    pub event: StoredEvent,
}

/// Events to append together, and the resulting row of the game.
#[derive(Clone, Debug)]
pub struct Append {
    pub game: GameKey,
    pub first_seq: u32,
    /// Epoch of the lease under which the events were decided.
    pub epoch: i64,
    pub events: Vec<NewEvent>,
    pub progress: Progress,
    /// Time at which the referee began to store the event that begins a turn, in milliseconds since 1970: no client knew
    /// the event before.
    pub turn_from_ms: Option<i64>,
}

pub trait EventLog: Send + Sync {
    /// Stores a new game with its first events, owned by `owner` with epoch 1.
    fn create(&self, game: NewGame) -> StoreFuture<'_, (), AppendError>;

    /// Stores a new game and appends to the log of the game before it, atomically.
    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError>;

    /// Appends events. They are on disk when the future completes.
    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError>;

    /// Returns the events of a game after number `after`, in order.
    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// Returns at most `limit` events of all games after position `after`, in commit order. No event appears later at
    /// or before a position already returned.
    fn follow(&self, after: i64, limit: u32) -> StoreFuture<'_, Vec<FollowedEvent>>;

    /// Same as [`follow`](Self::follow) for events that change the lists of players.
    fn follow_lists(&self, after: i64, limit: u32) -> StoreFuture<'_, Page<ListEvent>>;

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>>;

    /// Returns the rows of the games that exist, unordered.
    fn games<'a>(&'a self, games: &'a [GameKey]) -> StoreFuture<'a, Vec<GameRow>>;
}
