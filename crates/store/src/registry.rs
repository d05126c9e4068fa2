use std::sync::Arc;

use komadai_protocol::{GameKey, GameResults};

use crate::{
    CaughtUp, Challenges, ChangedGames, DeadLetter, EventLog, FairPlay, GamesPage, Identities,
    Leases, Notifications, Ratings, StoreFuture, Watch,
};

/// What is stored beside the log.
pub trait Registry: Send + Sync {
    /// The games of a player, at most `limit`: those that are not over, newest first, then those that are. With `before`,
    /// the `next` of another page, those that are over from there on.
    fn games_of<'a>(
        &'a self,
        player: &'a str,
        before: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, GamesPage>;

    /// The games of a player in which something has happened after a position. All that are not over where no position
    /// is named, where too much has happened since, and where the log has not come so far: it is another one then.
    fn games_changed<'a>(
        &'a self,
        player: &'a str,
        after: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, ChangedGames>;

    /// How the games of a player have ended that were not aborted, of each of the four games that the player has
    /// finished one of, and the ratings at that moment.
    fn results_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<GameResults>>;

    /// How many games of a player are not over.
    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32>;

    /// The same as lists have it that may not have come to the end yet: makes nobody wait for a write.
    fn unfinished_lately<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32>;

    /// Brings the lists of players' games a step nearer to the events of all games. An event that one of them cannot read
    /// is set aside, and the others go on.
    fn follow_events(&self) -> StoreFuture<'_, CaughtUp>;

    /// Events that have been set aside, the first ones first, at most `limit`.
    fn dead_letters(&self, limit: u32) -> StoreFuture<'_, Vec<DeadLetter>>;

    /// Reports reads and faults from now on.
    fn watch(&self, watch: Arc<dyn Watch>);

    /// Empties those lists. [`catch_up`](crate::catch_up) makes them again from the events.
    fn forget_lists(&self) -> StoreFuture<'_, ()>;

    /// Removes games that nobody has joined and in which nothing has happened since `before_ms`, at most `limit` of
    /// them, oldest first. Returns their keys: a referee that has one has to be ended. A key is never used again, and
    /// neither are the positions of the events.
    fn expire(&self, before_ms: i64, limit: u32) -> StoreFuture<'_, Vec<GameKey>>;

    /// The value of a setting; `value` becomes it if there is none yet.
    fn setting<'a>(&'a self, name: &'a str, value: &'a str) -> StoreFuture<'a, String>;

    /// Whether the database answers.
    fn is_alive(&self) -> StoreFuture<'_, ()>;

    /// Writes everything out and closes. Later calls fail.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// Everything the server stores.
pub trait Store:
    EventLog + Leases + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}

impl<T> Store for T where
    T: EventLog + Leases + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}
