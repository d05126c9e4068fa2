use serde::{Deserialize, Serialize};

use crate::GameSummary;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NotificationKind {
    /// An opponent took the player's invitation or challenge.
    Joined,
    /// The game ended, not by an act of the player.
    Ended,
    Rematch,
}

impl NotificationKind {
    pub const ALL: [Self; 3] = [Self::Joined, Self::Ended, Self::Rematch];

    /// Name in messages and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::Ended => "ended",
            Self::Rematch => "rematch",
        }
    }
}

/// An event that the player may have missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notification {
    /// Position of its event: unique for the player, and rising.
    pub id: u64,
    pub kind: NotificationKind,
    pub at_ms: i64,
    /// Current state of the game, not that at the event.
    pub game: GameSummary,
}

/// A new notification, on the topic of its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PlayerNotification {
    pub player: String,
    pub notification: Notification,
}

/// Answer of `GET /api/notifications`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationList {
    /// Newest first.
    pub notifications: Vec<Notification>,
    /// Notifications with an `id` up to this are read.
    pub read_up_to: u64,
}

/// Body of `POST /api/notifications/read`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadNotifications {
    /// Marks notifications with an `id` up to this as read.
    pub up_to: u64,
}
