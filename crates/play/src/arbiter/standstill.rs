//! Time in which the server stood still: charged to nobody.

use komadai_protocol::{ClockState, EventBody, Snapshot};

use super::Arbiter;
use crate::Draft;

impl Arbiter {
    /// The server has stood still for so long since the turn began, up to the moment that is judged next: its own
    /// standstills are charged to nobody. The next move [says](EventBody::Move::server_ms) how long that was, together
    /// with the time until its turn was [stored](Self::stored).
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// arbiter.stood_still(5_000);
    /// assert_eq!(arbiter.deadline_ms(0), Some(65_021));
    /// ```
    pub fn stood_still(&mut self, stood_ms: u32) {
        self.stood_ms = stood_ms;
    }

    /// Both clocks at that moment, without the standstills of the turn that runs; `None` in a game without a clock.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// arbiter.stood_still(5_000);
    /// assert_eq!(arbiter.clock_state(12_000).unwrap().left.first.main_ms, 53_000);
    /// ```
    #[must_use]
    pub fn clock_state(&self, now_ms: i64) -> Option<ClockState> {
        let clock = self.state.clock.as_ref()?;
        Some(clock.state_with(now_ms, self.stood_ms))
    }

    /// Everything there is to see at that moment, with the clocks of [`clock_state`](Self::clock_state).
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.snapshot(0), arbiter.state().snapshot(0));
    /// ```
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        Snapshot {
            clock: self.clock_state(now_ms),
            ..self.state.snapshot(now_ms)
        }
    }

    /// Time of the running turn that is charged to nobody: storing what began it, and standstills since.
    pub(super) fn uncharged_ms(&self) -> u32 {
        self.server_ms.saturating_add(self.stood_ms)
    }

    /// An end that comes without a move stops the clocks where they are, uncharged time left out.
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
