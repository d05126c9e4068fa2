//! The list of open challenges.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use komadai_play::check_settings;
use komadai_protocol::limits::MAX_LISTED;
use komadai_protocol::{
    ChallengeTerms, CreateGame, Entries, GameKey, GameSettings, List, SideChoice,
};
use komadai_store::UnreadableChallenge;

use super::GameRegistry;

/// Unreadable challenges already logged.
#[derive(Default)]
pub(super) struct Unreadable(Mutex<HashSet<GameKey>>);

impl Unreadable {
    fn take_new<'u>(&self, all: &'u [UnreadableChallenge]) -> Vec<&'u UnreadableChallenge> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = all.iter().map(|it| it.game.clone()).collect();
        let before = std::mem::replace(&mut *known, now);
        let is_new = |it: &&UnreadableChallenge| !before.contains(&it.game);
        all.iter().filter(is_new).collect()
    }
}

impl GameRegistry {
    pub(super) async fn challenges(&self) -> Option<List> {
        let read = self.store.lobby(self.time.date_ms(), MAX_LISTED).await;
        let read = read.inspect_err(|error| {
            tracing::error!(error = %error, "lobby.read failed");
        });
        let mut listing = read.ok()?;
        let challenges = listing.challenges.iter_mut();
        self.name(challenges.map(|it| &mut it.maker)).await;
        for it in self.lists.unreadable.take_new(&listing.unreadable) {
            tracing::warn!(game.id = it.game.short(), error = %it.why, "lobby.read: a challenge is skipped");
        }
        let entries = Entries::new(0, listing.challenges, listing.total);
        Some(List::Lobby(entries))
    }
}

/// The listed terms of a new game: its differences from the default.
pub(crate) fn terms(request: &CreateGame, settings: &GameSettings) -> ChallengeTerms {
    let usual = check_settings(&CreateGame {
        clock: request.clock,
        ..CreateGame::of(request.game)
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
    use komadai_store::StoreError;

    use super::*;

    #[test]
    fn an_unreadable_challenge_is_logged_once() {
        let unreadable = |id: &str| UnreadableChallenge {
            game: id.into(),
            why: StoreError::Closed,
        };
        let logged = Unreadable::default();
        let said = |listed: &[UnreadableChallenge]| -> Vec<String> {
            let new = logged.take_new(listed).into_iter();
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
