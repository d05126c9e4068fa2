use async_trait::async_trait;
use komadai_protocol::NotificationKind;

use crate::{GameRow, Page, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationRow {
    pub player: String,
    pub position: i64,
    pub kind: NotificationKind,
    pub at_ms: i64,
    pub game: GameRow,
}

/// Notifications of players, a projection of the events.
#[async_trait]
pub trait Notifications: Send + Sync {
    /// Newest first.
    async fn notifications(
        &self,
        player: &str,
        since_ms: i64,
    ) -> Result<Vec<NotificationRow>, StoreError>;

    /// Returns at most `limit` notifications of all players after position `after` up to and including `until`, ordered
    /// by position. Contains only events that the projection has reached.
    async fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> Result<Page<NotificationRow>, StoreError>;

    /// Returns the position up to which a player has read.
    async fn notifications_read(&self, player: &str) -> Result<i64, StoreError>;

    /// Marks notifications as read up to a position, at most to the newest one. The mark never moves back.
    async fn read_notifications(&self, player: &str, up_to: i64) -> Result<(), StoreError>;

    /// Returns the number of removed notifications.
    async fn forget_notifications(&self, before_ms: i64) -> Result<u64, StoreError>;
}
