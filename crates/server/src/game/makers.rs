//! Makers of challenges: their sockets on this copy keep the challenges open.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use komadai_protocol::{GameKey, ListKind};
use komadai_store::StoreError;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;

/// Renewal interval of challenges.
const RENEW_EVERY: Duration = Duration::from_secs(8);
/// Pause after a renewal that failed.
const RETRY: Duration = Duration::from_secs(3);
/// Shortest interval between renewals.
const PAUSE: Duration = Duration::from_millis(100);

/// Makers of challenges who wait with a socket on this copy.
#[derive(Default)]
pub(crate) struct Makers {
    waiting: Mutex<Waiting>,
    came: Notify,
}

#[derive(Default)]
struct Waiting {
    /// Number of the maker's sockets by game.
    sockets: HashMap<GameKey, u32>,
    /// Games whose makers have come since the last [`Makers::take_new`].
    new: HashSet<GameKey>,
}

/// Presence of a game's maker, until it is dropped.
pub(crate) struct MakerThere {
    makers: Arc<Makers>,
    game: GameKey,
}

impl Drop for MakerThere {
    fn drop(&mut self) {
        let mut waiting = self.makers.lock();
        match waiting.sockets.get_mut(&self.game) {
            Some(sockets) if *sockets > 1 => *sockets -= 1,
            _ => {
                waiting.sockets.remove(&self.game);
                waiting.new.remove(&self.game);
            }
        }
    }
}

impl Makers {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(self: &Arc<Self>, game: &GameKey) -> MakerThere {
        let mut waiting = self.lock();
        let sockets = waiting.sockets.entry(game.clone()).or_default();
        *sockets += 1;
        if *sockets == 1 {
            waiting.new.insert(game.clone());
            self.came.notify_one();
        }
        MakerThere {
            makers: self.clone(),
            game: game.clone(),
        }
    }

    /// Games whose makers have come since the last call.
    fn take_new(&self) -> Vec<GameKey> {
        self.lock().new.drain().collect()
    }

    fn games(&self) -> Vec<GameKey> {
        self.lock().sockets.keys().cloned().collect()
    }
}

impl GameRegistry {
    /// Renews the challenges whose makers are connected here, until the server stops.
    pub(crate) async fn renew_challenges(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let renewed = tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => self.renew(&self.makers.games()).await,
                () = self.makers.came.notified() => self.renew_new().await,
            };
            if let Err(error) = renewed {
                tracing::error!(error = %error, "challenges.renew failed");
                ticks.reset_after(RETRY);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Renews the challenges of makers who have come: they may be open again.
    async fn renew_new(&self) -> Result<u64, StoreError> {
        let renewed = self.renew(&self.makers.take_new()).await?;
        if renewed > 0 {
            self.list_changed(ListKind::Lobby);
        }
        Ok(renewed)
    }

    async fn renew(&self, games: &[GameKey]) -> Result<u64, StoreError> {
        match games {
            [] => Ok(0),
            games => {
                let date_ms = self.time.date_ms();
                self.store.renew_challenges(games, date_ms).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::failing_store::FailingStore;
    use super::super::tests::registry_on;
    use super::*;

    #[tokio::test]
    async fn a_new_maker_renews_only_its_own_challenge() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = FailingStore::open(&folder.path().join("komadai.db")).await;
        let registry = registry_on(store.clone()).await;
        let mut there = Vec::new();
        for id in ["one", "two", "three"] {
            there.push(registry.makers.enter(&id.into()));
            registry.renew_new().await.expect("done");
            assert_eq!(store.take_renewed(), [id]);
        }
        registry
            .renew(&registry.makers.games())
            .await
            .expect("done");
        assert_eq!(store.take_renewed(), ["one", "three", "two"]);
    }

    #[test]
    fn a_maker_is_there_until_the_last_socket_is_gone() {
        let makers = Arc::<Makers>::default();
        let game = GameKey::from("g");
        let one = makers.enter(&game);
        assert_eq!(makers.take_new(), std::slice::from_ref(&game));
        let two = makers.enter(&game);
        assert!(makers.take_new().is_empty(), "the maker was there");
        drop(one);
        assert_eq!(makers.games(), std::slice::from_ref(&game));
        drop(two);
        assert!(makers.games().is_empty());
        drop(makers.enter(&game));
        assert!(makers.take_new().is_empty(), "gone again");
    }
}
