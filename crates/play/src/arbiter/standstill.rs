//! Standstills of the server, which neither side is charged for.

use komadai_protocol::{ClockState, EventBody, Snapshot};

use super::Arbiter;
use crate::Draft;

impl Arbiter {
    /// Sets the standstill since the turn began, up to the moment that is judged next. Neither side is charged for it;
    /// the next move [records](EventBody::Move::server_ms) it together with the time until its turn was
    /// [stored](Self::stored).
    pub fn stood_still(&mut self, stood_ms: u32) {
        self.stood_ms = stood_ms;
    }

    /// Both clocks, standstills of the running turn not charged.
    #[must_use]
    pub fn clock_state(&self, now_ms: i64) -> Option<ClockState> {
        let clock = self.state.clock.as_ref()?;
        Some(clock.state_with(now_ms, self.stood_ms))
    }

    /// Snapshot with the clocks of [`clock_state`](Self::clock_state).
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        Snapshot {
            clock: self.clock_state(now_ms),
            ..self.state.snapshot(now_ms)
        }
    }

    /// Uncharged time of the running turn: storing its first event, and standstills since.
    pub(super) fn uncharged_ms(&self) -> u32 {
        self.server_ms.saturating_add(self.stood_ms)
    }

    /// Takes uncharged time out of the clocks of an end without a move.
    pub(super) fn uncharge(&self, drafts: &mut [Draft], now_ms: i64) {
        let [
            Draft {
                body: EventBody::Ended { clock, .. },
                ..
            },
        ] = drafts
        else {
            return;
        };
        *clock = self.state.clock.clone().map(|mut clock| {
            clock.stop(now_ms.saturating_sub(i64::from(self.uncharged_ms())));
            clock.state(now_ms)
        });
    }
}
