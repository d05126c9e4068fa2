//! What the clients and their network have seen, to be judged afterwards.

use std::collections::HashMap;

use komadai_protocol::{ErrorCode, GameEvent, GameKey, GameSettings};
use serde::Serialize;

/// What both players of a game have seen. All moments are microseconds since the run began.
#[derive(Clone, Debug, Serialize)]
pub struct Journal {
    /// Which game.
    pub game: GameKey,
    /// What is played.
    pub settings: GameSettings,
    /// Its players, by side.
    pub players: [PlayerJournal; 2],
    /// What passed on the network.
    pub wire: WireJournal,
    /// Both players saw the end.
    pub finished: bool,
}

/// What one player has seen.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerJournal {
    /// Every sending of a command.
    pub sent: Vec<Sent>,
    /// Commands that the server says it has carried out.
    pub accepted: Vec<Accepted>,
    /// Commands that the server says it has not carried out.
    pub refused: Vec<(String, ErrorCode)>,
    /// Events received, each once unless two of the same number differ.
    pub events: Vec<GameEvent>,
}

/// A command that was sent.
#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    /// Its id.
    pub id: String,
    /// The move; nothing for another command.
    pub text: Option<String>,
    /// When.
    pub at_us: u64,
}

/// A command that the server says it has carried out.
#[derive(Clone, Debug, Serialize)]
pub struct Accepted {
    /// Its id.
    pub id: String,
    /// The event it became.
    pub seq: u32,
    /// When the player received that.
    pub at_us: u64,
}

/// What the proxy between players and server has seen of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WireJournal {
    /// When a command was given to the server, each time.
    pub forwarded: HashMap<String, Vec<u64>>,
    /// When the server first sent an event, or the acknowledgement of its command, as it happened.
    pub published: HashMap<u32, u64>,
    /// When the server sent somebody who had come back everything up to that event.
    pub caught_up: Vec<(u64, u32)>,
}

impl WireJournal {
    /// When everybody could know of an event at the latest.
    #[must_use]
    pub fn known_us(&self, seq: u32) -> Option<u64> {
        let later = self.caught_up.iter().filter(|(_, upto)| *upto >= seq);
        let caught_up = later.map(|(at_us, _)| *at_us).min();
        let published = self.published.get(&seq).copied();
        published.into_iter().chain(caught_up).min()
    }
}

/// Why a game may have had no referee, or a server no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// SIGKILL, then another server.
    Kill,
    /// SIGSTOP, then SIGCONT.
    Pause,
    /// Nothing can be written.
    FullDisk,
    /// SIGKILL, then another server with the clock of the host set back.
    ClockBack,
    /// SIGTERM, then another server.
    Restart,
    /// The database of several servers is stopped and started again.
    Database,
    /// NATS between several servers is stopped and started again.
    Nats,
}

impl FaultKind {
    /// Its name in reports.
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

/// Something that was done to the server, from its begin to when it was undone, microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FaultWindow {
    /// What.
    pub kind: FaultKind,
    /// From when on.
    pub from_us: u64,
    /// From when on games may have been refereed again.
    pub back_us: u64,
    /// Until when: another server answers, the process goes on, the disk has room.
    pub to_us: u64,
}
