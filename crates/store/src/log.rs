use async_trait::async_trait;
use komadai_protocol::{EventBody, GameKey};

use crate::{AppendError, GameRow, NewEvent, NewGame, PlayerRow, Progress, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub seq: u32,
    pub at_ms: i64,
    pub body: EventBody,
    pub author: Option<String>,
    /// Id of the command, given by the author's client for idempotence. Forgotten some time after the end of a game.
    pub command: Option<String>,
}

/// Events to append together, and the resulting row of the game.
#[derive(Clone, Debug)]
pub struct Append {
    pub game: GameKey,
    pub first_seq: u32,
    /// Epoch of the game's slot under which the events were decided.
    pub epoch: i64,
    pub events: Vec<NewEvent>,
    pub progress: Progress,
    /// Players who take a seat or another name, stored under these names.
    pub players: Vec<PlayerRow>,
}

#[async_trait]
pub trait EventLog: Send + Sync {
    /// Stores a new game with its first events. Any copy may create one, whoever holds its slot.
    async fn create(&self, game: NewGame) -> Result<(), AppendError>;

    /// Stores a new game and appends to the log of the game before it, atomically.
    async fn create_following(&self, next: NewGame, append: Append) -> Result<(), AppendError>;

    /// Appends events. They are on disk when the future completes.
    async fn append(&self, append: Append) -> Result<(), AppendError>;

    /// Returns the events of a game after number `after`, in order.
    async fn events(&self, game: &GameKey, after: u32) -> Result<Vec<StoredEvent>, StoreError>;

    async fn game(&self, game: &GameKey) -> Result<Option<GameRow>, StoreError>;
}
