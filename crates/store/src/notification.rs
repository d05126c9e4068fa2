use komadai_protocol::NotificationKind;

use crate::{GameRow, Page, StoreFuture};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationRow {
    pub player: String,
    pub position: i64,
    pub kind: NotificationKind,
    pub at_ms: i64,
    pub game: GameRow,
}

/// Notifications of players, a projection of the events.
pub trait Notifications: Send + Sync {
    /// Newest first.
    fn notifications<'a>(
        &'a self,
        player: &'a str,
        since_ms: i64,
    ) -> StoreFuture<'a, Vec<NotificationRow>>;

    /// Returns at most `limit` notifications of all players after position `after` up to and including `until`, ordered
    /// by position. Contains only events that the projection has reached.
    fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> StoreFuture<'_, Page<NotificationRow>>;

    /// Returns the position up to which a player has read.
    fn notifications_read<'a>(&'a self, player: &'a str) -> StoreFuture<'a, i64>;

    /// Marks notifications as read up to a position, at most to the newest one. The mark never moves back.
    fn read_notifications<'a>(&'a self, player: &'a str, up_to: i64) -> StoreFuture<'a, ()>;

    /// Returns the number of removed notifications.
    fn forget_notifications(&self, before_ms: i64) -> StoreFuture<'_, u64>;
}
