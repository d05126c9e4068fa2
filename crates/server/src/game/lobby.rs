//! Feed of the lobby for the sockets of this server, and renewal of challenges whose makers are connected here.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use komadai_play::check_settings;
use komadai_protocol::limits::MAX_LISTED_CHALLENGES;
use komadai_protocol::{
    ChallengeTerms, CreateGame, GameKey, GameSettings, ServerMessage, SideChoice,
};
use komadai_store::{StoreError, UnreadableChallenge};
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;
use crate::bus::LobbyListener;

/// Poll interval, because makers may vanish silently and messages may be lost.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// Shortest interval between reads of the list: debounces bursts of changes.
const PAUSE: Duration = Duration::from_secs(1);
/// Shortest interval without subscribers, so that the first subscriber gets the list quickly.
const SHORT_PAUSE: Duration = Duration::from_millis(100);
/// Renewal interval of challenges whose makers are connected here, milliseconds.
const RENEW_EVERY_MS: i64 = 8000;

#[derive(Default)]
struct Looked {
    renewed_ms: Option<i64>,
    /// Unreadable challenges already logged.
    unreadable: HashSet<GameKey>,
}

impl Looked {
    fn take_new<'u>(
        &mut self,
        unreadable: &'u [UnreadableChallenge],
    ) -> Vec<&'u UnreadableChallenge> {
        let before = std::mem::take(&mut self.unreadable);
        self.unreadable = unreadable.iter().map(|it| it.game.clone()).collect();
        let is_new = |it: &&UnreadableChallenge| !before.contains(&it.game);
        unreadable.iter().filter(is_new).collect()
    }
}

impl GameRegistry {
    pub(crate) async fn follow_lobby(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looked_before = Looked::default();
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.bus.lobby_stirred() => {}
                _ = ticks.tick() => {}
            }
            let looked = self.look_at_lobby(&mut looked_before).await;
            if let Err(error) = &looked {
                tracing::error!(error = %error, "lobby.follow failed");
            }
            let pause = if matches!(looked, Ok(false)) {
                SHORT_PAUSE
            } else {
                PAUSE
            };
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Subscribes to the list. Reads it only if none is cached, so that subscriptions cannot cause reads.
    pub(crate) fn enter_lobby(&self) -> LobbyListener {
        let listener = self.lobby.subscribe();
        if !self.lobby.is_kept() {
            self.bus.here().stir_lobby();
        }
        listener
    }

    /// Returns `true` if the list had subscribers.
    async fn look_at_lobby(&self, looked: &mut Looked) -> Result<bool, StoreError> {
        let (now_ms, date_ms) = (self.time.now_ms(), self.time.date_ms());
        let is_due = (looked.renewed_ms).is_none_or(|at| now_ms - at >= RENEW_EVERY_MS);
        let new = self.lobby.take_new();
        let games = if is_due { self.lobby.games() } else { new };
        if !games.is_empty() {
            let renewed = self.store.renew_challenges(&games, date_ms).await;
            // All are due again after a failure.
            renewed.inspect_err(|_| looked.renewed_ms = None)?;
        }
        if is_due {
            looked.renewed_ms = Some(now_ms);
        }
        if !self.lobby.has_subscribers() {
            return Ok(false);
        }
        let listing = self.store.lobby(date_ms, MAX_LISTED_CHALLENGES).await?;
        for it in looked.take_new(&listing.unreadable) {
            tracing::warn!(game.id = it.game.short(), error = %it.why, "lobby.read: a challenge is skipped");
        }
        match self.metrics.write(&ServerMessage::Lobby(listing.lobby)) {
            Ok(text) => self.lobby.publish(text),
            Err(error) => tracing::error!(error = %error, "message.write failed"),
        }
        Ok(true)
    }
}

/// The listed terms of a new game: its differences from the default.
pub(crate) fn terms(request: &CreateGame, settings: &GameSettings) -> ChallengeTerms {
    let usual = check_settings(&CreateGame {
        game: request.game,
        side: SideChoice::default(),
        position: None,
        handicap: None,
        rules: Default::default(),
        clock: request.clock,
        name: None,
        open: false,
        rated: false,
    });
    let usual = usual.ok();
    let is_usual = |key: &str, value: &str| {
        let usual = usual.as_ref().and_then(|usual| usual.rules.get(key));
        usual.is_some_and(|usual| usual == value)
    };
    let starts_as_usual = usual.as_ref().is_some_and(|it| it.start == settings.start);
    let rules = settings.rules.iter();
    ChallengeTerms {
        side: match request.side {
            SideChoice::First => SideChoice::Second,
            SideChoice::Second => SideChoice::First,
            SideChoice::Random => SideChoice::Random,
        },
        handicap: settings.handicap.clone(),
        position: (settings.handicap.is_none() && !starts_as_usual).then(|| settings.start.clone()),
        rules: rules
            .filter(|(key, value)| !is_usual(key, value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        clock: settings.clock,
        rated: settings.rated,
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::super::failing_store::FailingStore;
    use super::super::tests::{registry, registry_on};
    use super::*;

    #[tokio::test]
    async fn a_cached_list_is_not_read_again_for_a_subscription() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let is_stirred = || registry.bus.lobby_stirred().now_or_never().is_some();
        let mut page = registry.enter_lobby();
        assert!(is_stirred(), "nobody has read it yet");
        assert!(
            registry
                .look_at_lobby(&mut Looked::default())
                .await
                .expect("read")
        );
        let first = page.next().now_or_never().expect("a list");
        for _ in 0..3 {
            page = registry.enter_lobby();
            assert_eq!(page.next().now_or_never().as_ref(), Some(&first));
        }
        assert!(!is_stirred());
        drop(page);
        // An unsubscribed list becomes stale and is read again.
        assert!(
            !registry
                .look_at_lobby(&mut Looked::default())
                .await
                .expect("done")
        );
        let _page = registry.enter_lobby();
        assert!(is_stirred());
    }

    #[tokio::test]
    async fn a_new_maker_renews_only_its_own_challenge() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = FailingStore::open(&folder.path().join("komadai.db")).await;
        let registry = registry_on(store.clone());
        let mut looked = Looked::default();
        let mut there = Vec::new();
        for (id, expected) in [
            ("one", vec!["one"]),
            ("two", vec!["two"]),
            ("three", vec!["three"]),
        ] {
            there.push(registry.lobby.maker(&id.into()));
            registry.look_at_lobby(&mut looked).await.expect("done");
            assert_eq!(store.take_renewed(), expected);
        }
        looked.renewed_ms = looked.renewed_ms.map(|at| at - RENEW_EVERY_MS);
        registry.look_at_lobby(&mut looked).await.expect("done");
        assert_eq!(store.take_renewed(), ["one", "three", "two"]);
    }

    #[test]
    fn an_unreadable_challenge_is_logged_once() {
        let unreadable = |id: &str| UnreadableChallenge {
            game: id.into(),
            why: StoreError::Closed,
        };
        let mut looked = Looked::default();
        let mut said = |listed: &[UnreadableChallenge]| -> Vec<String> {
            let new = looked.take_new(listed).into_iter();
            new.map(|it| it.game.0.clone()).collect()
        };
        let [a, b] = ["a", "b"].map(unreadable);
        let both = [a, b];
        assert_eq!(said(&both[..1]), ["a"]);
        assert_eq!(said(&both), ["b"]);
        assert!(said(&both).is_empty());
        assert!(said(&[]).is_empty());
        assert_eq!(said(&both), ["a", "b"]);
    }
}
