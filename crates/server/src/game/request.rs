use std::net::IpAddr;

use komadai_play::{Command, PlayerId};
use komadai_protocol::{
    ErrorCode, PlayerInfo, Premove, Refusal, Seat, ServerMessage, Snapshot, Unrated,
};
use serde::{Deserialize, Serialize};

use super::View;
use crate::server_id::{ServerId, SocketId};

/// Somebody with an identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Player {
    /// Their public id.
    pub(crate) id: PlayerId,
    /// What others see.
    pub(crate) info: PlayerInfo,
}

/// Who is at the board with a socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Visitor {
    pub(crate) player: Option<PlayerId>,
    /// Whether the socket may play for the player: one of a program may have leave to look on only.
    pub(crate) may_play: bool,
    /// How long a message is on its way, milliseconds.
    pub(crate) one_way_ms: u32,
}

/// What a referee can be asked. It may be the referee of another server: there it goes as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// A socket begins to watch or play.
    Enter { socket: SocketId, visitor: Visitor },
    /// A socket that has been at the board since before this referee came.
    Stay { socket: SocketId, visitor: Visitor },
    /// A socket is gone.
    Leave { socket: SocketId },
    /// A socket's one-way time changed.
    Lag { socket: SocketId, one_way_ms: u32 },
    /// A server is gone, and all its sockets with it.
    ServerGone { server: ServerId },
    /// This server has stood still: what the players see of a running clock is out of date.
    StoodStill,
    /// Asks nothing: the game needs a referee.
    TakeUp,
    /// Asks nothing: when it is answered, everything before it has been.
    Settle,
    /// A command that arrived at that moment.
    Command {
        player: Option<PlayerId>,
        /// Where it came from, for limits.
        address: IpAddr,
        id: String,
        at_ms: i64,
        command: Command,
        /// It came with the token of a program. Servers that do not say it yet let programs play.
        #[serde(default)]
        is_program: bool,
    },
    /// The game as one person sees it.
    View { player: Option<PlayerId> },
    /// Take the free seat.
    Join {
        player: Player,
        /// From the lobby.
        #[serde(default)]
        open: bool,
        /// Why the game is not rated with this player, though it is to be.
        #[serde(default)]
        unrated: Option<Unrated>,
    },
    /// Go by another name while nobody has taken the free seat.
    Rename { player: Player },
    /// The game is there no more: nobody had joined it.
    Expired,
    /// A fault, to see that others do not notice it.
    #[cfg(test)]
    Panic,
}

impl Request {
    /// When it arrived, milliseconds, where that matters.
    pub(super) fn at_ms(&self) -> Option<i64> {
        match self {
            Self::Command { at_ms, .. } => Some(*at_ms),
            _ => None,
        }
    }

    /// Whether a game that has no referee gets one for it. Who leaves needs none.
    pub(super) fn needs_referee(&self) -> bool {
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

    /// Whether it may change nothing of a game that is over: such a game then gets no referee for it. Games that are to be
    /// taken up are not over.
    pub(super) fn may_only_look(&self) -> bool {
        matches!(
            self,
            Self::Enter { .. } | Self::Stay { .. } | Self::View { .. } | Self::Command { .. }
        )
    }

    /// Whether only the referee of this server, if there is one, has to do with it.
    pub(super) fn stays_here(&self) -> bool {
        matches!(
            self,
            Self::ServerGone { .. } | Self::StoodStill | Self::Settle | Self::Expired
        )
    }

    /// The same on another time line, where it arrived at that moment.
    pub(super) fn arrived(mut self, ms: i64) -> Self {
        if let Self::Command { at_ms, .. } = &mut self {
            *at_ms = ms;
        }
        self
    }
}

/// What a referee answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Response {
    Welcome {
        seat: Seat,
        snapshot: Box<Snapshot>,
        /// Who is there.
        presence: Box<ServerMessage>,
        premove: Option<Premove>,
    },
    Accepted {
        seq: u32,
    },
    /// The sender's premove as it is now.
    Premove(Option<Premove>),
    Refused(Box<Refusal>),
    View(Box<View>),
    /// Not done, without a reason beyond the code.
    Denied(ErrorCode),
    /// For the server that forwarded the request: this one does not have the game.
    Elsewhere,
    Done,
}
