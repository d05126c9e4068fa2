use serde::{Deserialize, Serialize};

use crate::GameSummary;

/// What happened in a game, for a player who may not have seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NotificationKind {
    /// Somebody took the player's invitation or challenge.
    Joined,
    /// The game ended, and not by what the player did.
    Ended,
    /// The opponent offers a rematch.
    Rematch,
}

impl NotificationKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Joined, Self::Ended, Self::Rematch];

    /// The name in messages and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::Ended => "ended",
            Self::Rematch => "rematch",
        }
    }
}

/// Something that happened while a player may have looked elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Notification {
    /// The position of its event, which tells it from others of the player. Later ones are greater.
    pub id: u64,
    /// What happened.
    pub kind: NotificationKind,
    /// When, milliseconds since 1970.
    pub at_ms: i64,
    /// The game as it is now.
    pub game: GameSummary,
}

/// A notification when it arrives, on the topic of its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PlayerNotification {
    /// Who is notified.
    pub player: String,
    /// What.
    pub notification: Notification,
}

/// Answer of `GET /api/notifications`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct NotificationList {
    /// Newest first.
    pub notifications: Vec<Notification>,
    /// Those with an `id` up to this one have been read.
    pub read_up_to: u64,
}

/// Body of `POST /api/notifications/read`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadNotifications {
    /// The `id` of the newest one that has been read; those before it count as read, too.
    pub up_to: u64,
}
