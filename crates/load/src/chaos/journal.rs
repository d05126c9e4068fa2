//! Observations of clients and network, for the checker.

use std::collections::HashMap;

use komadai_protocol::{ErrorCode, GameEvent, GameKey, GameSettings};
use serde::Serialize;

/// Observations of both players of a game. Times are microseconds since the run began.
#[derive(Clone, Debug, Serialize)]
pub struct Journal {
    pub game: GameKey,
    pub settings: GameSettings,
    pub players: [PlayerJournal; 2],
    pub wire: WireJournal,
    /// `true` if both players saw the end.
    pub finished: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerJournal {
    pub sent: Vec<Sent>,
    pub accepted: Vec<Accepted>,
    pub refused: Vec<(String, ErrorCode)>,
    /// Distinct events received: two of the same number if they differ.
    pub events: Vec<GameEvent>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    pub id: String,
    /// Move; `None` for other commands.
    pub text: Option<String>,
    pub at_us: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Accepted {
    pub id: String,
    pub seq: u32,
    pub at_us: u64,
}

/// Observations of the proxy between players and server.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WireJournal {
    /// Times at which a command was forwarded to the server.
    pub forwarded: HashMap<String, Vec<u64>>,
    /// Time at which the server first sent an event, or the acknowledgement of its command.
    pub published: HashMap<u32, u64>,
    /// Times at which the server sent all events up to a number to a reconnecting client.
    pub caught_up: Vec<(u64, u32)>,
}

impl WireJournal {
    /// Time by which a client knew of the event.
    #[must_use]
    pub fn known_us(&self, seq: u32) -> Option<u64> {
        let later = self.caught_up.iter().filter(|(_, upto)| *upto >= seq);
        let caught_up = later.map(|(at_us, _)| *at_us).min();
        let published = self.published.get(&seq).copied();
        published.into_iter().chain(caught_up).min()
    }
}

/// Cause of a lost referee or a stalled server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// SIGKILL and restart.
    Kill,
    /// SIGSTOP and SIGCONT.
    Pause,
    /// All writes fail.
    FullDisk,
    /// SIGKILL, and restart with the host's clock set back.
    ClockBack,
    /// SIGTERM and restart.
    Restart,
    /// Restart of the database of several servers.
    Database,
    /// Restart of NATS between several servers.
    Nats,
}

impl FaultKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Pause => "pause",
            Self::FullDisk => "full-disk",
            Self::ClockBack => "clock-back",
            Self::Restart => "restart",
            Self::Database => "database-restart",
            Self::Nats => "nats-restart",
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct FaultWindow {
    pub kind: FaultKind,
    pub from_us: u64,
    /// Earliest time at which games may have a referee again.
    pub back_us: u64,
    /// End: the server answers, the process continues, or the disk has space.
    pub to_us: u64,
}
