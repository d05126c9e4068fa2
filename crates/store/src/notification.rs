use komadai_protocol::NotificationKind;

use crate::{GameRow, Page, StoreFuture};

/// Something that a player is notified of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationRow {
    /// Who is notified.
    pub player: String,
    /// The position of the event.
    pub position: i64,
    /// What happened.
    pub kind: NotificationKind,
    /// When, milliseconds since 1970.
    pub at_ms: i64,
    /// The game, as it is now.
    pub game: GameRow,
}

/// What players are notified of. It follows the events as lists do.
pub trait Notifications: Send + Sync {
    /// Those of a player since that moment, newest first.
    fn notifications<'a>(
        &'a self,
        player: &'a str,
        since_ms: i64,
    ) -> StoreFuture<'a, Vec<NotificationRow>>;

    /// Those of all players between two positions, the second included, in their order, at most `limit`. They are read as
    /// far as the events have been followed.
    fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> StoreFuture<'_, Page<NotificationRow>>;

    /// The position up to which a player has read.
    fn notifications_read<'a>(&'a self, player: &'a str) -> StoreFuture<'a, i64>;

    /// A player has read up to that position, as far as there is something to read. It never goes back.
    fn read_notifications<'a>(&'a self, player: &'a str, up_to: i64) -> StoreFuture<'a, ()>;

    /// Forgets those before that moment. Returns how many.
    fn forget_notifications(&self, before_ms: i64) -> StoreFuture<'_, u64>;
}
