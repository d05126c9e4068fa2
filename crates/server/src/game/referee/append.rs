//! Appending and publishing of events.

use komadai_play::{Draft, GameState, LogEntry, PlayerId};
use komadai_protocol::{ErrorCode, EventBody, ListKind, ServerMessage, Status};
use komadai_store::{Append, AppendError, PlayerRow};

use super::turn::Turn;
use super::{Fatal, Referee, Stop};
use crate::game::create::Created;
use crate::game::log::progress;
use crate::game::log::to_store;
use crate::hub::{Message, Signal};

impl Referee {
    /// Stores events, then publishes them. Returns the sequence number of the first.
    pub(super) async fn append(&mut self, at_ms: i64, drafts: Vec<Draft>) -> Result<u32, Fatal> {
        self.append_with(at_ms, drafts, None, Vec::new()).await
    }

    /// Stores the next game and names of players in the same transaction.
    pub(super) async fn append_with(
        &mut self,
        at_ms: i64,
        drafts: Vec<Draft>,
        next: Option<Created>,
        players: Vec<PlayerRow>,
    ) -> Result<u32, Fatal> {
        let mut entries = self.arbiter.number(at_ms, &drafts);
        let first_seq = self.arbiter.state().seq() + 1;
        let was_waiting = self.arbiter.state().status() == Status::Waiting;
        let before = next.is_some().then(|| self.arbiter.clone());
        self.arbiter.apply(&entries).map_err(|error| {
            tracing::error!(error = %error, "game.apply failed");
            Fatal::FENCED
        })?;
        let begins_turn = entries.iter().any(LogEntry::begins_turn);
        let registry = self.registry.clone();
        // Stored dates are of the host's clock; clock stamps inside events stay on the game line.
        let date_ms = registry.time.date_of(at_ms);
        for entry in &mut entries {
            entry.at_ms = date_ms;
        }
        let append = Append {
            game: self.id().clone(),
            first_seq,
            epoch: self.epoch,
            events: entries.iter().map(to_store).collect(),
            progress: progress(self.arbiter.state()),
            players: players.clone(),
        };
        let store = &self.registry.store;
        let begun = self.registry.time.passed();
        let (next, created) = next.map(Created::split).unzip();
        let stored = match next {
            Some(next) => store.create_following(next, append).await,
            None => store.append(append).await,
        };
        registry.names_written(&players);
        if let (Err(AppendError::TooManyChallenges | AppendError::TooManyOffers), Some(before)) =
            (&stored, before)
        {
            self.arbiter = before;
            return Err(Fatal {
                stop: Stop::Idle,
                code: ErrorCode::TooManyChallenges,
            });
        }
        stored.map_err(|error| self.not_stored(&error))?;
        let stored_ms = self.now_ms();
        self.arbiter.stored(stored_ms);
        if begins_turn {
            self.turn = Turn::begins(&registry.time, at_ms, stored_ms);
        }
        let took = self.registry.time.passed() - begun;
        self.registry.metrics.stored(&entries, took);
        self.publish_stored(&entries, created, was_waiting).await;
        self.publish_claim_if_changed();
        Ok(first_seq)
    }

    async fn publish_stored(
        &self,
        entries: &[LogEntry],
        next: Option<(GameState, Vec<LogEntry>)>,
        was_waiting: bool,
    ) {
        for entry in entries {
            self.publish_event(entry).await;
        }
        self.registry
            .publish_news(self.arbiter.state(), entries)
            .await;
        if let Some((state, log)) = next {
            self.registry.publish_news(&state, &log).await;
        }
        if was_waiting {
            self.registry.list_changed(ListKind::Lobby);
        }
    }

    /// The state is ahead of the log, so this referee ends and the next one reloads it.
    fn not_stored(&self, error: &AppendError) -> Fatal {
        tracing::warn!(game.id = self.id().short(), error = %error, "game.append failed");
        match error {
            AppendError::Store(_) => {
                self.registry.news_lost(self.arbiter.state());
                Fatal::DATABASE
            }
            AppendError::NoSuchGame => Fatal::GONE,
            AppendError::Fenced { .. } if self.registry.has_rivals() => Fatal::SUPERSEDED,
            _ => Fatal::FENCED,
        }
    }

    async fn publish_event(&self, entry: &LogEntry) {
        if let EventBody::Ended { outcome, .. } = &entry.body {
            tracing::info!(
                game.id = self.id().short(),
                game.reason = outcome.reason.name(),
                game.ply = outcome.ply,
                "game.ended"
            );
            self.note_end(outcome, entry);
        }
        let mut event = entry.to_event(self.id());
        if let Some(player) = &mut event.player {
            Box::pin(self.registry.name([player])).await;
        }
        self.publish(Some(entry.seq), &ServerMessage::Event(event));
    }

    /// Publishes a message; `seq` is set for events.
    pub(super) fn publish(&self, seq: Option<u32>, message: &ServerMessage) {
        if let Some(text) = self.registry.written(message) {
            let message = Message {
                version: seq.map(u64::from),
                to: None,
                text,
            };
            self.registry
                .hub
                .publish(&self.subject, Signal::Message(message));
        }
    }

    pub(super) fn send_to_player(&self, player: Option<&PlayerId>, message: &ServerMessage) {
        let Some(player) = player.cloned() else {
            return;
        };
        if let Some(text) = self.registry.written(message) {
            let message = Message {
                version: None,
                to: Some(player),
                text,
            };
            self.registry
                .hub
                .publish(&self.subject, Signal::Message(message));
        }
    }
}
