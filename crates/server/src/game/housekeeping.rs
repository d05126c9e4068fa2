//! Garbage collection.

use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::limits::NOTIFICATION_MS;
use komadai_store::StoreError;
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;
use crate::hub::{Signal, Subject};
use crate::request::Request;

/// Lifetime of a game without an opponent after its last event, milliseconds (14 days).
const UNJOINED_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// Retention of counted aborts, milliseconds (a day).
const ABORTS_KEPT_MS: i64 = 24 * 60 * 60 * 1000;
const EVERY: Duration = Duration::from_secs(60 * 60);
const GAMES_AT_ONCE: u32 = 100;

impl GameRegistry {
    /// Collects garbage now and every hour until the server stops.
    pub(crate) async fn run_housekeeping(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => self.collect_garbage(self.time.date_ms()).await,
            };
            if let Err(error) = done {
                tracing::error!(error = %error, "store.housekeeping failed");
            }
        }
    }

    /// Deletes expired games, challenges, networks, notifications, sessions and servers. Deletions before an
    /// error remain.
    pub(crate) async fn collect_garbage(self: &Arc<Self>, now_ms: i64) -> Result<(), StoreError> {
        let mut games = 0;
        loop {
            let before_ms = now_ms - UNJOINED_MS;
            let expired = self.store.expire(before_ms, GAMES_AT_ONCE).await?;
            for game in &expired {
                self.notify(game, Request::Expired).await;
                self.hub.publish(&Subject::game(game), Signal::Closed);
            }
            games += expired.len();
            if expired.is_empty() || self.stop.is_cancelled() {
                break;
            }
        }
        self.store.forget_challenges(now_ms).await?;
        self.store.forget_networks(now_ms - ABORTS_KEPT_MS).await?;
        let before_ms = now_ms - i64::from(NOTIFICATION_MS);
        self.store.forget_notifications(before_ms).await?;
        let sessions = self.store.forget_sessions(now_ms).await?;
        let servers = self.store.forget_copies().await?;
        if games > 0 || sessions > 0 || servers > 0 {
            tracing::info!(
                games.expired = games,
                sessions.forgotten = sessions,
                servers.forgotten = servers,
                "store.tidied"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use komadai_play::check_settings;
    use komadai_protocol::{ClockSettings, ErrorCode, PerSide};

    use crate::game::tests::{game, player, registry, request};

    #[tokio::test]
    async fn a_game_that_expires_while_it_is_read_is_no_such_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let settings = check_settings(&request(ClockSettings::None)).expect("a good request");
        let seats = PerSide {
            first: Some(player("a")),
            second: None,
        };
        let key = registry.create(settings, seats, None, None).await;
        let key = key.expect("created");
        let log = registry.log_of(&key).await.expect("its events");
        assert!(!log.is_empty());
        // `expire` spares the game with the last event of all.
        game(&registry, ClockSettings::None).await;
        let expired = registry.store.expire(i64::MAX, 1).await.expect("done");
        assert_eq!(expired, std::slice::from_ref(&key));
        // As after reading its row.
        assert_eq!(registry.log_of(&key).await, Err(ErrorCode::NoSuchGame));
    }
}
