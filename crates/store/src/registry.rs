use std::sync::Arc;

use komadai_protocol::{GameKey, GameResults};

use crate::{
    CaughtUp, Challenges, ChangedGames, DeadLetter, EventLog, FairPlay, GamesPage, Identities,
    Leases, Notifications, Ratings, StoreFuture, StoreObserver,
};

/// Rows and projections beside the log.
pub trait Registry: Send + Sync {
    /// Returns at most `limit` games of a player: unfinished ones first, newest first, then ended ones. `before` is the
    /// `next` of an earlier page; the page then holds ended games from there on.
    fn games_of<'a>(
        &'a self,
        player: &'a str,
        before: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, GamesPage>;

    /// Returns the games of a player with events after position `after`. Returns all unfinished games if `after` is
    /// `None`, if too many games have changed, or if `after` is beyond the end of the log (the log is another one
    /// then).
    fn games_changed<'a>(
        &'a self,
        player: &'a str,
        after: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, ChangedGames>;

    /// Returns the results of a player's games by variant, aborted ones excluded, and the ratings as of `now_ms`.
    fn results_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<GameResults>>;

    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32>;

    /// Counts unfinished games by the projection, which may lag behind the log. Never waits for a write.
    fn unfinished_lately<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32>;

    /// Advances the projections by one step. A projection sets an event aside that it cannot read, and continues.
    fn follow_events(&self) -> StoreFuture<'_, CaughtUp>;

    fn dead_letters(&self, limit: u32) -> StoreFuture<'_, Vec<DeadLetter>>;

    fn observe(&self, observer: Arc<dyn StoreObserver>);

    /// Empties the projections. [`catch_up`](crate::catch_up) rebuilds them from the events.
    fn clear_projections(&self) -> StoreFuture<'_, ()>;

    /// Removes at most `limit` games that have no opponent and no event since `before_ms`, oldest first. Returns their
    /// keys: the caller ends their referees. Keys and event positions are never reused.
    fn expire(&self, before_ms: i64, limit: u32) -> StoreFuture<'_, Vec<GameKey>>;

    /// Returns the stored value of a setting. Stores `value` first if there is none.
    fn setting<'a>(&'a self, name: &'a str, value: &'a str) -> StoreFuture<'a, String>;

    fn is_alive(&self) -> StoreFuture<'_, ()>;

    /// Commits all queued writes and closes. Later calls fail.
    fn close(&self) -> StoreFuture<'_, ()>;
}

pub trait Store:
    EventLog + Leases + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}

impl<T> Store for T where
    T: EventLog + Leases + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}
