//! The running turn on the clocks of this server.

use komadai_protocol::{ServerMessage, SideName, Snapshot};

use super::Referee;
use crate::time::Time;

/// Since when the running turn is counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// On the counted line, milliseconds; 0 for a turn that began before this referee came.
    counted_ms: i64,
    /// How long the server had stood still when the players could know of the turn, milliseconds.
    stood_ms: i64,
}

impl Turn {
    /// A turn that began at that moment of the game line, by an event that was stored then.
    pub(super) fn begins(time: &Time, at_ms: i64, stored_ms: i64) -> Self {
        Self {
            counted_ms: at_ms - time.stood_ms(at_ms),
            stood_ms: time.stood_ms(stored_ms),
        }
    }
}

impl Referee {
    /// Before something is judged at that moment: what the server has stood still in this turn is not charged.
    pub(super) fn feel(&mut self, at_ms: i64) {
        let stood_ms = self.registry.time.stood_ms(at_ms) - self.turn.stood_ms;
        self.arbiter
            .stood_still(u32::try_from(stood_ms).unwrap_or(0));
    }

    /// The game as it is now.
    pub(super) fn snapshot(&mut self) -> Snapshot {
        let now_ms = self.now_ms();
        self.feel(now_ms);
        self.arbiter.snapshot(now_ms)
    }

    /// Shows the running clock to everybody at the board.
    pub(super) fn publish_clock(&mut self) {
        let now_ms = self.now_ms();
        self.feel(now_ms);
        if let Some(clock) = self.arbiter.clock_state(now_ms) {
            let game = self.id().clone();
            self.publish(None, &ServerMessage::Clock { game, clock });
        }
    }

    /// Since when that player has been away in the running turn, on the game line. Standstills do not count: meanwhile
    /// there was no way back.
    pub(super) fn away_since_ms(&self, side: SideName) -> Option<i64> {
        let away_ms = self.presence.away_since_ms(side)?.max(self.turn.counted_ms);
        Some(away_ms + self.registry.time.stood_ms(self.now_ms()))
    }
}
