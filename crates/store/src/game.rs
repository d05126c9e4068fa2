use komadai_protocol::{GameKey, GameName, GameOutcome, PerSide, PlayerInfo, SideName, Status};

use crate::{NewChallenge, NewEvent, PlayerRow};

/// State of a game derived from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub status: Status,
    /// Ids of the players on the seats.
    pub players: PerSide<Option<String>>,
    /// Side to move.
    pub side: SideName,
    pub ply: u32,
    pub outcome: Option<GameOutcome>,
    /// `true` if a deadline is pending: a clock runs, or a first move is awaited.
    pub clock_runs: bool,
}

#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: GameKey,
    /// Variant.
    pub game: GameName,
    /// Server that referees the game.
    pub owner: String,
    /// End of the server's lease.
    pub lease_until_ms: i64,
    /// First events, numbered from 1.
    pub events: Vec<NewEvent>,
    /// State after `events`.
    pub progress: Progress,
    /// Seated players, stored unless they exist.
    pub players: Vec<PlayerRow>,
    /// Secret that lets its holder take the free seat; the key only allows watching. `None` if there is no invitation.
    pub invitation: Option<String>,
    /// Entry in the lobby.
    pub challenge: Option<NewChallenge>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub id: GameKey,
    /// Variant.
    pub game: GameName,
    pub progress: Progress,
    /// Secret that lets its holder take the free seat. Equals the key for games made before invitations existed.
    pub invitation: Option<String>,
    /// Public data of the seated players.
    pub players: PerSide<Option<PlayerInfo>>,
    /// Number of the last event.
    pub seq: u32,
    /// Time of the last event.
    pub updated_at_ms: i64,
    /// Server that holds the lease.
    pub owner: Option<String>,
    /// Epoch of the lease.
    pub epoch: i64,
    /// End of the lease.
    pub lease_until_ms: i64,
}
