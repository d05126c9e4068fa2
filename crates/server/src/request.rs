//! Requests to the referee of a game, and its responses.

use std::net::IpAddr;

use komadai_play::{Command, GameState, PlayerId};
use komadai_protocol::{
    ErrorCode, PlayerInfo, Premove, Refusal, Seat, ServerMessage, Snapshot, Status, Unrated,
};
use serde::{Deserialize, Serialize};

use crate::server_id::{ServerId, SocketId};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) id: PlayerId,
    pub(crate) info: PlayerInfo,
}

/// Holder of a socket at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Visitor {
    pub(crate) player: Option<PlayerId>,
    /// `false` for tokens without the `play` scope.
    pub(crate) may_play: bool,
    /// One-way latency, milliseconds.
    pub(crate) one_way_ms: u32,
}

/// Requests to a referee. To another server they are sent as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Enter {
        socket: SocketId,
        visitor: Visitor,
    },
    /// Announces a socket to a possibly new referee. Idempotent.
    Stay {
        socket: SocketId,
        visitor: Visitor,
    },
    Leave {
        socket: SocketId,
    },
    Lag {
        socket: SocketId,
        one_way_ms: u32,
    },
    ServerGone {
        server: ServerId,
    },
    /// This server stalled, so displayed clocks are out of date.
    StoodStill,
    /// No-op that loads a referee.
    TakeUp,
    /// No-op whose answer means that all earlier requests were answered.
    Settle,
    Command {
        player: Option<PlayerId>,
        /// Client address, for rate limits.
        address: IpAddr,
        id: String,
        at_ms: i64,
        command: Command,
        /// `true` for a token. Older servers omit it.
        #[serde(default)]
        is_program: bool,
    },
    View {
        player: Option<PlayerId>,
    },
    Join {
        player: Player,
        /// `true` for an open challenge.
        #[serde(default)]
        open: bool,
        #[serde(default)]
        unrated: Option<Unrated>,
    },
    /// Allowed until the free seat is taken.
    Rename {
        player: Player,
    },
    /// The game was deleted because it had no opponent.
    Expired,
    #[cfg(test)]
    Panic,
}

impl Request {
    pub(crate) fn at_ms(&self) -> Option<i64> {
        match self {
            Self::Command { at_ms, .. } => Some(*at_ms),
            _ => None,
        }
    }

    pub(crate) fn needs_referee(&self) -> bool {
        match self {
            Self::Leave { .. }
            | Self::Lag { .. }
            | Self::ServerGone { .. }
            | Self::StoodStill
            | Self::Settle
            | Self::Expired => false,
            Self::Enter { .. }
            | Self::Stay { .. }
            | Self::TakeUp
            | Self::Command { .. }
            | Self::View { .. }
            | Self::Join { .. }
            | Self::Rename { .. } => true,
            #[cfg(test)]
            Self::Panic => true,
        }
    }

    /// Returns `true` if the request may be answered from an ended game without a referee. `TakeUp` is not sent
    /// for ended games.
    pub(crate) fn may_skip_referee(&self) -> bool {
        matches!(
            self,
            Self::Enter { .. } | Self::Stay { .. } | Self::View { .. } | Self::Command { .. }
        )
    }

    /// Returns `true` if the request is only for a referee on this server.
    pub(crate) fn is_local(&self) -> bool {
        matches!(
            self,
            Self::ServerGone { .. } | Self::StoodStill | Self::Settle | Self::Expired
        )
    }

    /// The request with its arrival on another time line.
    pub(crate) fn arrived(mut self, ms: i64) -> Self {
        if let Self::Command { at_ms, .. } = &mut self {
            *at_ms = ms;
        }
        self
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Response {
    Welcome {
        seat: Seat,
        snapshot: Box<Snapshot>,
        presence: Box<ServerMessage>,
        premove: Option<Premove>,
    },
    Accepted {
        seq: u32,
    },
    Premove(Option<Premove>),
    Refused(Box<Refusal>),
    View(Box<View>),
    Denied(ErrorCode),
    /// For a forwarding server: the game is not here.
    Elsewhere,
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) may_join: bool,
    pub(crate) snapshot: Snapshot,
}

impl View {
    pub(crate) fn new(state: &GameState, player: Option<&PlayerId>, snapshot: Snapshot) -> Self {
        let side = player.and_then(|player| state.side_of(player));
        Self {
            seat: Seat::from(side),
            may_join: side.is_none() && state.status() == Status::Waiting,
            snapshot,
        }
    }
}
