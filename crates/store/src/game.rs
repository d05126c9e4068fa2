use komadai_protocol::{GameKey, GameName, GameOutcome, PerSide, PlayerInfo, SideName, Status};

use crate::{NewChallenge, NewEvent, PlayerRow};

/// What the row of a game contains besides its lease: follows from the events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How far it has come.
    pub status: Status,
    /// The players on the seats.
    pub players: PerSide<Option<String>>,
    /// Who is to move.
    pub side: SideName,
    /// Moves played.
    pub ply: u32,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
    /// Whether something is due in it though nobody comes: a clock runs, or a first move is awaited.
    pub clock_runs: bool,
}

/// A game to be made.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its key.
    pub id: GameKey,
    /// Which game it is.
    pub game: GameName,
    /// The server that referees it.
    pub owner: String,
    /// Until when, milliseconds since 1970.
    pub lease_until_ms: i64,
    /// Its first events, numbered from 1.
    pub events: Vec<NewEvent>,
    /// The game after them.
    pub progress: Progress,
    /// The players seated, stored if they are new.
    pub players: Vec<PlayerRow>,
    /// Who knows it may take a free seat; the key is for watching. `None`: nobody is invited this way.
    pub invitation: Option<String>,
    /// Anyone may join.
    pub challenge: Option<NewChallenge>,
}

/// The row of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its key.
    pub id: GameKey,
    /// Which game it is.
    pub game: GameName,
    /// How far it has come.
    pub progress: Progress,
    /// Who knows it may take a free seat. Of games made before there were invitations: their key.
    pub invitation: Option<String>,
    /// What others see of the players on the seats.
    pub players: PerSide<Option<PlayerInfo>>,
    /// The last event.
    pub seq: u32,
    /// When the last event happened, milliseconds since 1970.
    pub updated_at_ms: i64,
    /// The server that holds it.
    pub owner: Option<String>,
    /// The epoch of the lease.
    pub epoch: i64,
    /// Until when the lease holds, milliseconds since 1970.
    pub lease_until_ms: i64,
}
