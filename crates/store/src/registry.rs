use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use komadai_protocol::{GameKey, GameResults};

use crate::{
    Challenges, ChangedGames, EventLog, FairPlay, GamesPage, Identities, Notifications, Ratings,
    Slots, StoreError, StoreObserver,
};

/// Progress of the consumer through the event log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaughtUp {
    pub position: i64,
    /// Position of the last event that changes a projection.
    pub end: i64,
}

impl CaughtUp {
    /// `true` if the projections are up to date.
    pub fn is_whole(self) -> bool {
        self.position >= self.end
    }
}

/// Lag of the consumer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// Unread events that change a projection, counted up to 10,000.
    pub events: u32,
    /// Date of the first one.
    pub since_ms: Option<i64>,
}

/// A step of the consumer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    pub reached: CaughtUp,
    pub behind: Behind,
    /// Position before the step. The same as that reached if there was nothing to do or another server did it.
    pub from: i64,
    /// `true` if the step read as many events as it may.
    pub has_more: bool,
    /// Games that have been rated.
    pub rated: Vec<GameKey>,
}

/// A batch of ended games that have been folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folding {
    pub folded: u32,
    /// Games that stay unfolded since a value in their log is damaged or would read differently, and why.
    pub failed: Vec<(GameKey, String)>,
    /// Argument `after` for the next batch; `None` after the last event.
    pub next: Option<i64>,
}

/// Event that a projection could not read and has skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    pub projection: String,
    pub position: i64,
    pub game: GameKey,
    pub seq: u32,
    pub why: String,
}

/// Rows and projections beside the log.
#[async_trait]
pub trait Registry: Send + Sync {
    /// Returns games of a player, the newest first: all unfinished ones, up to 200, and then ended ones up to `limit`
    /// games in all. `before` is the `next` of an earlier page; the page then holds ended games from there on.
    async fn games_of(
        &self,
        player: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<GamesPage, StoreError>;

    /// Returns the games of a player with events after position `after`. Returns all unfinished games if `after` is
    /// `None`, if too many games have changed, or if `after` is beyond the end of the log (the log is another one
    /// then).
    async fn games_changed(
        &self,
        player: &str,
        after: Option<i64>,
        limit: u32,
    ) -> Result<ChangedGames, StoreError>;

    /// Returns the results of a player's games by variant, aborted ones excluded, and the ratings as of `now_ms`.
    async fn results_of(&self, player: &str, now_ms: i64) -> Result<Vec<GameResults>, StoreError>;

    /// Counts unfinished games, from the games themselves.
    async fn unfinished_of(&self, player: &str) -> Result<u32, StoreError>;

    /// Reads the next events and changes the projections, unless another server reads them. An event that cannot be read
    /// is set aside.
    async fn follow_events(&self) -> Result<Followed, StoreError>;

    /// Returns the lag of the consumer.
    async fn behind(&self) -> Result<Behind, StoreError>;

    /// Folds ended games without an event since `before_ms`: at most `limit` among those of the next events after
    /// position `after`.
    async fn fold(&self, after: i64, before_ms: i64, limit: u32) -> Result<Folding, StoreError>;

    async fn dead_letters(&self, limit: u32) -> Result<Vec<DeadLetter>, StoreError>;

    fn observe(&self, observer: Arc<dyn StoreObserver>);

    /// Empties the projections. [`catch_up`] rebuilds them from the events.
    async fn clear_projections(&self) -> Result<(), StoreError>;

    /// Removes at most `limit` games that have no opponent and no event since `before_ms`, oldest first. Returns their
    /// keys: the caller ends their referees. Keys and event positions are never reused.
    async fn expire(&self, before_ms: i64, limit: u32) -> Result<Vec<GameKey>, StoreError>;

    /// Returns the stored value of a setting. Stores `value` first if there is none.
    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError>;

    async fn is_alive(&self) -> Result<(), StoreError>;

    /// Commits all queued writes and closes. Later calls fail.
    async fn close(&self) -> Result<(), StoreError>;
}

/// Pause while other servers read events, or while a transaction is on its way.
const PAUSE: Duration = Duration::from_millis(5);

/// Brings the projections up to date with the events stored so far, and reports progress after each step.
///
/// # Errors
/// The database failed. Completed steps are kept.
pub async fn catch_up(
    store: &(impl Registry + ?Sized),
    mut progress: impl FnMut(CaughtUp) + Send,
) -> Result<CaughtUp, StoreError> {
    let first = store.follow_events().await?.reached;
    let mut reached = first;
    progress(reached);
    // Events stored meanwhile are left to the next caller.
    while !reached.is_whole() && reached.position < first.end {
        let before = reached;
        reached = store.follow_events().await?.reached;
        if reached == before {
            tokio::time::sleep(PAUSE).await;
        }
        progress(reached);
    }
    Ok(reached)
}

pub trait Store:
    EventLog + Slots + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}

impl<T> Store for T where
    T: EventLog + Slots + Registry + Identities + Challenges + Notifications + Ratings + FairPlay
{
}
