//! Player with an unreliable connection and a journal.

use komadai_protocol::limits::SILENCE_MS;
use komadai_protocol::{ClientMessage, GameEvent, GameKey};

use super::journal::{Accepted, PlayerJournal, Sent};
use crate::socket::{Caller, Link};
use crate::target::Target;

/// Minimum and maximum pause between attempts to connect.
const PAUSE_MS: u64 = 30;
const MAX_PAUSE_MS: u64 = 1000;
/// Timeout of a missing event, which the network may have dropped.
const BEHIND_US: u64 = 600_000;
/// Timeout of a connection without welcome.
const PATIENCE_US: u64 = 3_000_000;

pub(super) struct Player {
    pub(super) link: Link,
    target: Target,
    client: u64,
    cookie: Option<String>,
    game: GameKey,
    /// Last event received in order.
    pub(super) seq: u32,
    /// `true` after the game's welcome on the current connection.
    pub(super) welcomed: bool,
    /// Time of the last message.
    pub(super) alive_us: u64,
    attempts: u32,
    /// Time since which a known event is missing.
    behind_us: Option<u64>,
    pub(super) journal: PlayerJournal,
}

impl Player {
    pub(super) fn new(
        target: &Target,
        client: u64,
        cookie: Option<String>,
        game: &GameKey,
        now_us: u64,
    ) -> Self {
        let mut player = Self {
            link: Link::Closed,
            target: target.clone(),
            client,
            cookie,
            game: game.clone(),
            seq: 0,
            welcomed: false,
            alive_us: now_us,
            attempts: 0,
            behind_us: None,
            journal: PlayerJournal::default(),
        };
        player.open(0);
        player
    }

    fn open(&mut self, pause_ms: u64) {
        let caller = Caller {
            client: self.client,
            cookie: self.cookie.clone(),
            game: self.game.clone(),
            // `Some(0)` on the first connect: the journal needs all events.
            last_seq: Some(self.seq),
        };
        self.link = Link::open(&self.target, caller, pause_ms);
    }

    /// Reconnects with exponential backoff.
    pub(super) fn reconnect(&mut self, now_us: u64) {
        self.link.cut();
        self.welcomed = false;
        self.behind_us = None;
        self.alive_us = now_us;
        let pause_ms = (PAUSE_MS << self.attempts.min(8)).min(MAX_PAUSE_MS);
        self.attempts += 1;
        self.open(pause_ms);
    }

    /// Last event known to this player.
    pub(super) fn known_seq(&self) -> u32 {
        let accepted = self.journal.accepted.iter().map(|it| it.seq).max();
        self.seq.max(accepted.unwrap_or(0))
    }

    /// Gives up a connection that is silent or has missed an event.
    pub(super) fn look(&mut self, now_us: u64, known_seq: u32) {
        if !self.welcomed || self.seq >= known_seq {
            self.behind_us = None;
        } else if now_us - *self.behind_us.get_or_insert(now_us) > BEHIND_US {
            return self.reconnect(now_us);
        }
        let patience_us = match self.welcomed {
            true => u64::from(SILENCE_MS) * 1000,
            false => PATIENCE_US,
        };
        if now_us.saturating_sub(self.alive_us) > patience_us {
            self.reconnect(now_us);
        }
    }

    pub(super) fn let_in(&mut self) {
        self.welcomed = true;
        self.attempts = 0;
    }

    pub(super) async fn send(&mut self, message: &ClientMessage, now_us: u64) {
        let (id, text) = match message {
            ClientMessage::Move { id, text, .. } => (id, Some(text)),
            ClientMessage::Resign { id, .. } => (id, None),
            _ => return self.link.send(message).await,
        };
        self.journal.sent.push(Sent {
            id: id.clone(),
            text: text.cloned(),
            at_us: now_us,
        });
        self.link.send(message).await;
    }

    pub(super) fn accepted(&mut self, id: String, seq: u32, now_us: u64) {
        let known = |accepted: &Accepted| accepted.id == id && accepted.seq == seq;
        if !self.journal.accepted.iter().any(known) {
            self.journal.accepted.push(Accepted {
                id,
                seq,
                at_us: now_us,
            });
        }
    }

    /// Records an event. Returns `true` if it is the next one; a gap causes a reconnect.
    pub(super) fn event(&mut self, event: &GameEvent, now_us: u64) -> bool {
        if event.seq <= self.seq {
            // An identical copy is a duplicate by the network.
            if !self.journal.events.contains(event) {
                self.journal.events.push(event.clone());
            }
            return false;
        }
        if event.seq > self.seq + 1 {
            self.reconnect(now_us);
            return false;
        }
        self.seq = event.seq;
        self.journal.events.push(event.clone());
        true
    }
}
