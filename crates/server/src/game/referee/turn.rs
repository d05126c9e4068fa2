//! The running turn on this server's clocks.

use komadai_protocol::{ServerMessage, Snapshot};
use komadai_rules::Side;

use super::Referee;
use crate::time::Time;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// Start on the counted line, milliseconds; 0 if before this referee.
    counted_ms: i64,
    /// Total of standstills when the players could know of the turn, milliseconds.
    stood_ms: i64,
}

impl Turn {
    /// A turn begun at `at_ms` by an event stored at `stored_ms`, on the game line.
    pub(super) fn begins(time: &Time, at_ms: i64, stored_ms: i64) -> Self {
        Self {
            counted_ms: at_ms - time.stood_ms(at_ms),
            stood_ms: time.stood_ms(stored_ms),
        }
    }
}

impl Referee {
    /// Gives standstills of the running turn back before a decision at `at_ms`.
    pub(super) fn credit_standstills(&mut self, at_ms: i64) {
        let stood_ms = self.registry.time.stood_ms(at_ms) - self.turn.stood_ms;
        self.arbiter
            .stood_still(u32::try_from(stood_ms).unwrap_or(0));
    }

    pub(super) fn snapshot(&mut self) -> Snapshot {
        let now_ms = self.now_ms();
        self.credit_standstills(now_ms);
        self.arbiter.snapshot(now_ms)
    }

    pub(super) fn publish_clock(&mut self) {
        let now_ms = self.now_ms();
        self.credit_standstills(now_ms);
        if let Some(clock) = self.arbiter.clock_state(now_ms) {
            let game = self.id().clone();
            self.publish(None, &ServerMessage::Clock { game, clock });
        }
    }

    /// Start of the player's absence in the running turn, on the game line. Standstills do not count, because
    /// the player could not return.
    pub(super) fn away_since_ms(&self, side: Side) -> Option<i64> {
        let away_ms = self.presence.away_since_ms(side)?.max(self.turn.counted_ms);
        Some(away_ms + self.registry.time.stood_ms(self.now_ms()))
    }
}
