use komadai_protocol::{EventBody, GameKey, GameOutcome, PerSide, Status};
use komadai_rules::{Side, VariantId};

use crate::{NewChallenge, PlayerRow};

/// State of a game derived from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub status: Status,
    pub players: PerSide<Option<String>>,
    pub side: Side,
    pub ply: u32,
    pub outcome: Option<GameOutcome>,
    /// `true` if a deadline is pending: a clock runs, or a first move is awaited.
    pub clock_runs: bool,
}

#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: GameKey,
    pub game: VariantId,
    pub events: Vec<NewEvent>,
    pub progress: Progress,
    /// Players who take a seat, stored under these names.
    pub players: Vec<PlayerRow>,
    /// Secret that lets its holder take the free seat; the key only allows watching. `None` if there is no invitation.
    pub invitation: Option<String>,
    pub challenge: Option<NewChallenge>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub id: GameKey,
    pub game: VariantId,
    pub progress: Progress,
    /// Secret that lets its holder take the free seat. Equals the key for games made before invitations existed.
    pub invitation: Option<String>,
    pub seq: u32,
    pub updated_at_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    pub at_ms: i64,
    pub body: EventBody,
    pub author: Option<String>,
    pub command: Option<String>,
}
