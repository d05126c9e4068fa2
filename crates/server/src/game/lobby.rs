//! Feed of the lobby for the sockets of this server, and renewal of challenges whose makers are connected here.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::{FutureExt, StreamExt};
use komadai_play::check_settings;
use komadai_protocol::limits::MAX_LISTED_CHALLENGES;
use komadai_protocol::{
    ChallengeTerms, CreateGame, GameKey, GameSettings, ServerMessage, SideChoice,
};
use komadai_store::{StoreError, UnreadableChallenge};
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;
use crate::hub::{Message, Signal, Subject};

/// Poll interval, because makers may vanish silently and messages may be lost.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// Shortest interval between reads of the list: debounces bursts of changes.
const PAUSE: Duration = Duration::from_secs(1);
/// Shortest interval without subscribers, so that the first subscriber gets the list quickly.
const SHORT_PAUSE: Duration = Duration::from_millis(100);
/// Renewal interval of challenges whose makers are connected here, milliseconds.
const RENEW_EVERY_MS: i64 = 8000;

/// The list of challenges as this copy has read it last.
#[derive(Default)]
pub(crate) struct Lobby {
    list: Mutex<Kept>,
    wanted: Notify,
}

#[derive(Default)]
struct Kept {
    /// Rises with each change of the list.
    version: u64,
    /// `None` while the lobby is not open here.
    text: Option<Utf8Bytes>,
}

impl Lobby {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list and its version. Without one it is read, and published to the caller's subscription.
    pub(crate) fn list(&self) -> Option<(u64, Utf8Bytes)> {
        let kept = self.kept();
        let list = kept.text.clone().map(|text| (kept.version, text));
        if list.is_none() {
            self.look();
        }
        list
    }

    /// Looks at challenges and makers soon.
    pub(crate) fn look(&self) {
        self.wanted.notify_one();
    }

    fn forget(&self) {
        self.kept().text = None;
    }

    /// Keeps the list, and returns its version if it is another one.
    fn keep(&self, text: &Utf8Bytes) -> Option<u64> {
        let mut kept = self.kept();
        if kept.text.as_ref() == Some(text) {
            return None;
        }
        kept.version += 1;
        kept.text = Some(text.clone());
        Some(kept.version)
    }
}

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
        let mut changes = self.hub.subscribe(&Subject::challenges()).await;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                Some(_) = changes.next() => {
                    // The list has all of a burst.
                    while changes.next().now_or_never().flatten().is_some() {}
                }
                () = self.lobby.wanted.notified() => {}
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

    /// Announces on all copies that a challenge has come, gone or changed.
    pub(crate) fn challenges_changed(&self) {
        self.hub.publish(&Subject::challenges(), Signal::Missed);
    }

    /// Returns `true` if the list had subscribers.
    async fn look_at_lobby(&self, looked: &mut Looked) -> Result<bool, StoreError> {
        let (now_ms, date_ms) = (self.time.now_ms(), self.time.date_ms());
        let is_due = (looked.renewed_ms).is_none_or(|at| now_ms - at >= RENEW_EVERY_MS);
        let new = self.makers.take_new();
        let games = if is_due { self.makers.games() } else { new };
        if !games.is_empty() {
            let renewed = self.store.renew_challenges(&games, date_ms).await;
            // All are due again after a failure.
            renewed.inspect_err(|_| looked.renewed_ms = None)?;
        }
        if is_due {
            looked.renewed_ms = Some(now_ms);
        }
        let subject = Subject::lobby();
        if !self.hub.is_open(&subject) {
            self.lobby.forget();
            return Ok(false);
        }
        let mut listing = self.store.lobby(date_ms, MAX_LISTED_CHALLENGES).await?;
        let challenges = listing.lobby.challenges.iter_mut();
        self.name(challenges.map(|it| &mut it.maker)).await;
        for it in looked.take_new(&listing.unreadable) {
            tracing::warn!(game.id = it.game.short(), error = %it.why, "lobby.read: a challenge is skipped");
        }
        if let Some(text) = self.written(&ServerMessage::Lobby(listing.lobby))
            && let Some(version) = self.lobby.keep(&text)
        {
            let message = Signal::Message(Message::event(version, text));
            self.hub.publish_here(&subject, message);
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
    use super::super::failing_store::FailingStore;
    use super::super::tests::{registry, registry_on};
    use super::*;

    #[tokio::test]
    async fn a_kept_list_is_not_read_again_for_a_subscription() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let lobby = &registry.lobby;
        let is_wanted = || lobby.wanted.notified().now_or_never().is_some();
        let mut page = registry.hub.subscribe(&Subject::lobby()).await;
        assert_eq!(lobby.list(), None);
        assert!(is_wanted(), "nobody has read it yet");
        let looked = registry.look_at_lobby(&mut Looked::default()).await;
        assert!(looked.expect("read"));
        let published = page.next().now_or_never().flatten();
        let (version, text) = lobby.list().expect("a list");
        let expected = Signal::Message(Message::event(version, text));
        assert_eq!(published, Some(expected));
        assert!(!is_wanted());
        let looked = registry.look_at_lobby(&mut Looked::default()).await;
        assert!(looked.expect("read"));
        assert_eq!(page.next().now_or_never(), None, "it has not changed");
        drop(page);
        // An unsubscribed list becomes stale and is read again.
        let looked = registry.look_at_lobby(&mut Looked::default()).await;
        assert!(!looked.expect("done"));
        assert_eq!(lobby.list(), None);
        assert!(is_wanted());
    }

    #[tokio::test]
    async fn a_new_maker_renews_only_its_own_challenge() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = FailingStore::open(&folder.path().join("komadai.db")).await;
        let registry = registry_on(store.clone()).await;
        let mut looked = Looked::default();
        let mut there = Vec::new();
        for (id, expected) in [
            ("one", vec!["one"]),
            ("two", vec!["two"]),
            ("three", vec!["three"]),
        ] {
            there.push(registry.makers.enter(&id.into()));
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
