//! Player at a table: a connection that is cut and reopened at random times.

use komadai_protocol::limits::SILENCE_MS;
use komadai_protocol::{ClientMessage, GameKey};

use crate::fail::Failed;
use crate::play::Play;
use crate::schedule::Schedule;
use crate::shared::Shared;
use crate::socket::{Caller, Link};

/// Pause before a cut connection is reopened.
const PAUSE_MS: u64 = 100;
/// Maximum pause between attempts.
const MAX_PAUSE_MS: u64 = 5_000;
/// Interval of checks of a socket.
const LOOK_US: u64 = 5_000_000;

pub(crate) struct Seat {
    pub(crate) link: Link,
    client: u64,
    cookie: Option<String>,
    pub(crate) last_seq: u32,
    /// Time of the last received move; `None` after a reconnect, which would distort the thinking time.
    pub(crate) moved_us: Option<u64>,
    /// `true` after the game's welcome on the current connection.
    pub(crate) welcomed: bool,
    pub(crate) alive_us: u64,
    lost_us: Option<u64>,
    attempts: u32,
    look_us: u64,
    cuts: Option<Schedule>,
}

impl Seat {
    pub(crate) fn new(shared: &Shared, client: u64, cookie: Option<String>, play: &Play) -> Self {
        let now_us = shared.time.now_us();
        let plan = &shared.plan;
        let cuts = plan
            .reconnect_every_s
            .map(|seconds| Schedule::new(plan.seed ^ (client << 20), seconds * 1000, now_us));
        let mut seat = Self {
            link: Link::Closed,
            client,
            cookie,
            last_seq: play.seq,
            moved_us: None,
            welcomed: false,
            alive_us: now_us,
            lost_us: None,
            attempts: 0,
            look_us: now_us + LOOK_US,
            cuts,
        };
        seat.open(shared, &play.key, 0);
        seat
    }

    fn open(&mut self, shared: &Shared, game: &GameKey, pause_ms: u64) {
        let caller = Caller {
            client: self.client,
            cookie: self.cookie.clone(),
            game: game.clone(),
            last_seq: Some(self.last_seq),
        };
        self.link = Link::open(&shared.target, caller, pause_ms);
    }

    /// Time of the next action without incoming messages.
    pub(crate) fn wake_us(&self) -> u64 {
        let cut_us = self.cuts.as_ref().map_or(u64::MAX, Schedule::next_us);
        self.look_us.min(cut_us)
    }

    /// Checks the connection, and cuts it on schedule.
    pub(crate) fn act(&mut self, shared: &Shared, game: &GameKey, now_us: u64) {
        if let Some(cuts) = &mut self.cuts
            && cuts.next_us() <= now_us
        {
            cuts.advance();
            if self.welcomed {
                shared.measures.cuts.add(1);
                self.gone(shared, now_us);
                self.open(shared, game, PAUSE_MS);
            }
        }
        if self.look_us > now_us {
            return;
        }
        self.look_us += LOOK_US;
        let silent = now_us.saturating_sub(self.alive_us) > u64::from(SILENCE_MS) * 1000;
        if silent || matches!(self.link, Link::Closed) {
            let kind = if silent { "silence" } else { "send-timeout" };
            shared
                .measures
                .error(kind, || format!("game {}", game.short()));
            self.gone(shared, now_us);
            self.alive_us = now_us;
            self.open(shared, game, PAUSE_MS);
        }
    }

    pub(crate) async fn pong(&mut self, nonce: String) {
        self.link.send(&ClientMessage::Pong { nonce }).await;
    }

    pub(crate) fn welcome(&mut self, shared: &Shared, now_us: u64) {
        self.welcomed = true;
        self.attempts = 0;
        shared.measures.sockets.add(1);
        if let Some(lost_us) = self.lost_us.take() {
            shared.measures.reconnect.record(now_us - lost_us);
        }
    }

    pub(crate) fn lost(
        &mut self,
        shared: &Shared,
        why: Option<Failed>,
        game: &GameKey,
        now_us: u64,
    ) {
        let kind = why
            .as_ref()
            .map_or_else(|| "socket-closed".into(), Failed::kind);
        shared.measures.error(kind, || match why {
            Some(why) => format!("{why} (game {})", game.short()),
            None => format!("game {}", game.short()),
        });
        self.gone(shared, now_us);
        let pause_ms = (PAUSE_MS << self.attempts.min(10)).min(MAX_PAUSE_MS);
        self.attempts += 1;
        self.open(shared, game, pause_ms);
    }

    fn gone(&mut self, shared: &Shared, now_us: u64) {
        self.link.cut();
        self.moved_us = None;
        if std::mem::take(&mut self.welcomed) {
            shared.measures.sockets.take(1);
            self.lost_us = Some(now_us);
        }
    }

    pub(crate) fn leave(&mut self, shared: &Shared) {
        self.gone(shared, 0);
    }
}
