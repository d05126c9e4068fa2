//! Keeps the list of challenges up to date for the sockets of this server that follow the lobby, and the challenges open
//! whose makers wait at this server.

use std::sync::Arc;
use std::time::Duration;

use komadai_play::check_settings;
use komadai_protocol::limits::MAX_LISTED_CHALLENGES;
use komadai_protocol::{ChallengeTerms, CreateGame, GameSettings, ServerMessage, SideChoice};
use komadai_store::StoreError;
use tokio::time::MissedTickBehavior;

use super::registry::GameRegistry;
use crate::bus::LobbyListener;

/// How often one looks though nothing was received: makers go away without a word, and a message may have been lost.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// How long after a list the next one is read at the earliest: much may change at once.
const PAUSE: Duration = Duration::from_secs(1);
/// The same where nobody wants the list. The first one who does waits no longer.
const SHORT_PAUSE: Duration = Duration::from_millis(100);
/// How often a challenge is renewed whose maker is here, milliseconds.
const RENEW_EVERY_MS: i64 = 8000;

impl GameRegistry {
    /// Renews challenges and passes on what is in the lobby, until the server stops.
    pub(crate) async fn follow_lobby(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut renewed_ms = None;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.bus.lobby_stirred() => {}
                _ = ticks.tick() => {}
            }
            let looked = self.look_at_lobby(&mut renewed_ms).await;
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

    /// The list from now on. It is read at once only where nobody had it: however often somebody subscribes, it is read
    /// no more often.
    pub(crate) fn enter_lobby(&self) -> LobbyListener {
        let listener = self.lobby.subscribe();
        if !self.lobby.is_kept() {
            self.bus.here().stir_lobby();
        }
        listener
    }

    /// Returns whether somebody wanted the list.
    async fn look_at_lobby(&self, renewed_ms: &mut Option<i64>) -> Result<bool, StoreError> {
        let now_ms = self.time.now_ms();
        let is_due = renewed_ms.is_none_or(|at| now_ms - at >= RENEW_EVERY_MS);
        if self.lobby.take_new() || is_due {
            let games = self.lobby.games();
            if !games.is_empty() {
                self.store.renew_challenges(&games, now_ms).await?;
            }
            *renewed_ms = Some(now_ms);
        }
        if !self.lobby.has_subscribers() {
            return Ok(false);
        }
        let lobby = self.store.lobby(now_ms, MAX_LISTED_CHALLENGES).await?;
        match self.metrics.write(&ServerMessage::Lobby(lobby)) {
            Ok(text) => self.lobby.publish(text),
            Err(error) => tracing::error!(error = %error, "message.write failed"),
        }
        Ok(true)
    }
}

/// What the list says of a game that was asked for like that and has these settings.
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

    use super::super::tests::registry;

    #[tokio::test]
    async fn a_list_that_is_kept_is_not_read_again_for_who_subscribes_once_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let is_stirred = || registry.bus.lobby_stirred().now_or_never().is_some();
        let mut page = registry.enter_lobby();
        assert!(is_stirred(), "nobody has read it yet");
        assert!(registry.look_at_lobby(&mut None).await.expect("read"));
        let first = page.next().now_or_never().expect("a list");
        for _ in 0..3 {
            page = registry.enter_lobby();
            assert_eq!(page.next().now_or_never().as_ref(), Some(&first));
        }
        assert!(!is_stirred());
        drop(page);
        // What nobody follows grows old, and is read again.
        assert!(!registry.look_at_lobby(&mut None).await.expect("done"));
        let _page = registry.enter_lobby();
        assert!(is_stirred());
    }
}
