//! The consumer of events, from which lists, notifications and ratings are made; and the folding of ended games.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use komadai_play::LogEntry;
use komadai_protocol::{EventBody, GameKey, Lag};
use komadai_store::{Behind, StoreError};
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;

/// Interval at which events of other servers are looked for.
const EVERY: Duration = Duration::from_secs(1);
/// Pause between steps, in which events gather.
const PAUSE: Duration = Duration::from_millis(50);
/// Pause after a failure, and while an event waits for a transaction before it or another server reads.
const LONG_PAUSE: Duration = Duration::from_millis(250);

/// Time from the last event of an ended game until it is folded, milliseconds (an hour): a rematch may be offered.
const FOLD_AFTER_MS: i64 = 60 * 60 * 1000;
/// Events of ended games in a step, each game has about three.
const FOLD_EVENTS: u32 = 20;
/// Pause between steps, some fifty games a second: more than end at 1,000 moves a second.
const FOLD_PAUSE: Duration = Duration::from_millis(100);
/// Interval of the looks when there was nothing left to fold.
const FOLD_EVERY_MS: i64 = 60_000;

#[derive(Default)]
pub(super) struct Views {
    stored: Notify,
    behind: Mutex<Behind>,
}

impl Views {
    fn behind(&self) -> MutexGuard<'_, Behind> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the consumer if one of the stored events changes a projection.
    pub(super) fn look_at(&self, entries: &[LogEntry]) {
        let is_followed = |entry: &LogEntry| {
            matches!(
                entry.body,
                EventBody::Joined { .. } | EventBody::Offered { .. } | EventBody::Ended { .. }
            )
        };
        if entries.iter().any(is_followed) {
            self.stored.notify_one();
        }
    }
}

/// Progress of the folding of ended games.
#[derive(Default)]
struct FoldPlace {
    /// Position of the last event.
    after: i64,
    not_before_ms: i64,
    /// Games that cannot be folded and have been reported.
    failed: HashSet<GameKey>,
}

impl GameRegistry {
    /// Follows the events until the server stops.
    pub(crate) async fn run_views(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut published = None;
        let mut fold = FoldPlace::default();
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => {}
                () = self.views.stored.notified() => {}
            }
            let followed = self.follow_and_publish(&mut published).await;
            let pause = match &followed {
                Ok(followed) if followed.has_more => Duration::ZERO,
                Ok(it) if it.reached.is_whole() || it.from < it.reached.position => PAUSE,
                Ok(_) => LONG_PAUSE,
                Err(error) => {
                    tracing::error!(error = %error, "views.follow failed");
                    self.set_behind(self.store.behind().await.ok());
                    LONG_PAUSE
                }
            };
            // With several servers a transaction is nearly always on its way, so games are folded meanwhile too.
            if followed.as_ref().is_ok_and(|it| !it.has_more) {
                match self.fold_some(&mut fold).await {
                    Ok(true) => ticks.reset_after(FOLD_PAUSE),
                    Ok(false) => {}
                    Err(error) => tracing::error!(error = %error, "views.fold failed"),
                }
            }
            if followed.is_ok_and(|it| !it.reached.is_whole()) {
                ticks.reset_immediately();
            }
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Folds a batch of games that ended a while ago. One of the servers does it. Returns `true` if there may be more.
    async fn fold_some(&self, place: &mut FoldPlace) -> Result<bool, StoreError> {
        let now_ms = self.time.date_ms();
        let job = GameKey::from("fold");
        if now_ms < place.not_before_ms || !self.is_here(&job) {
            return Ok(false);
        }
        let folding = self
            .store
            .fold(place.after, now_ms - FOLD_AFTER_MS, FOLD_EVENTS)
            .await?;
        for (game, error) in folding.failed {
            if !place.failed.contains(&game) {
                tracing::warn!(game.id = game.short(), error, "views.fold of a game failed");
                place.failed.insert(game);
            }
        }
        place.after = folding.next.unwrap_or(0);
        if folding.next.is_none() {
            place.not_before_ms = now_ms + FOLD_EVERY_MS;
        }
        Ok(folding.next.is_some())
    }

    /// Notes the lag; `None` if it is unknown, which leaves it to grow older.
    pub(super) fn set_behind(&self, behind: Option<Behind>) {
        if let Some(behind) = behind {
            *self.views.behind() = behind;
        }
        self.metrics.store.behind(self.lag());
    }

    /// Events that lists and ratings lack, and their age.
    pub(crate) fn lag(&self) -> Lag {
        let behind = *self.views.behind();
        let age_ms = behind
            .since_ms
            .map_or(0, |since_ms| self.time.date_ms() - since_ms);
        Lag {
            events: behind.events,
            seconds: u32::try_from(age_ms / 1000).unwrap_or(0),
        }
    }
}
