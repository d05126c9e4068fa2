//! One player of a game: a connection that breaks all the time, and a journal of what was seen.

use komadai_protocol::limits::SILENCE_MS;
use komadai_protocol::{ClientMessage, GameEvent, GameKey};

use super::journal::{Accepted, PlayerJournal, Sent};
use crate::socket::{Caller, Link};
use crate::target::Target;

/// Shortest and longest pause between attempts to connect, milliseconds.
const PAUSE_MS: u64 = 30;
const MAX_PAUSE_MS: u64 = 1000;
/// An event that there is has to come within this time, microseconds: the network may have lost it.
const BEHIND_US: u64 = 600_000;
/// A connection that lets nobody in for so long is given up, microseconds.
const PATIENCE_US: u64 = 3_000_000;

pub(super) struct Player {
    pub(super) link: Link,
    target: Target,
    client: u64,
    cookie: Option<String>,
    game: GameKey,
    /// The last event received in order.
    pub(super) seq: u32,
    /// The game has let the player in over the connection that is open.
    pub(super) welcomed: bool,
    /// When something was last received.
    pub(super) alive_us: u64,
    attempts: u32,
    /// Since when an event is missing that there is.
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
            // From the first event on: a journal has all of them.
            last_seq: Some(self.seq),
        };
        self.link = Link::open(&self.target, caller, pause_ms);
    }

    /// Connects anew, later after each attempt that failed.
    pub(super) fn reconnect(&mut self, now_us: u64) {
        self.link.cut();
        self.welcomed = false;
        self.behind_us = None;
        self.alive_us = now_us;
        let pause_ms = (PAUSE_MS << self.attempts.min(8)).min(MAX_PAUSE_MS);
        self.attempts += 1;
        self.open(pause_ms);
    }

    /// The last event that this player knows of.
    pub(super) fn known_seq(&self) -> u32 {
        let accepted = self.journal.accepted.iter().map(|it| it.seq).max();
        self.seq.max(accepted.unwrap_or(0))
    }

    /// Gives up a connection from which nothing comes, or not what there is.
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

    /// Notes an event. Returns whether it was the next one; one that was missed makes the player ask again.
    pub(super) fn event(&mut self, event: &GameEvent, now_us: u64) -> bool {
        if event.seq <= self.seq {
            // Twice the same is the network's doing.
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
