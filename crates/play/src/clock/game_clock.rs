use komadai_protocol::limits::FLAG_TOLERANCE_MS;
use komadai_protocol::{ClockSettings, ClockState, PerSide, SideClock};
use komadai_rules::Side;

use super::TimeControl;

/// Both clocks of a game, at most one of them running. Moments are milliseconds on the caller's timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: PerSide<SideClock>,
    /// The side whose clock runs, and its start, which may lie ahead.
    running: Option<(Side, i64)>,
}

/// Uncharged time of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// Network latency, from the [`LagPool`](crate::LagPool).
    pub lag_ms: u32,
    /// Storing the event that started the clock, and standstills of the server since.
    pub server_ms: u32,
}

impl Credit {
    fn total_ms(self) -> u64 {
        u64::from(self.lag_ms) + u64::from(self.server_ms)
    }
}

/// Time of a move. The three fields add up to the time since the clock started, except within
/// [`FLAG_TOLERANCE_MS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Time taken off the clock.
    pub spent_ms: u32,
    pub lag_ms: u32,
    pub server_ms: u32,
}

/// The flag of this side had fallen before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flag of the {} side had fallen", .0.name())]
pub struct FlagFallen(pub Side);

impl GameClock {
    /// Both clocks full and stopped; `None` for a game without a clock.
    #[must_use]
    pub fn new(settings: ClockSettings) -> Option<Self> {
        let control = TimeControl::new(settings)?;
        Some(Self {
            control,
            left: PerSide {
                first: control.full(),
                second: control.full(),
            },
            running: None,
        })
    }

    /// Sets both clocks; the running one runs since `at_ms` of the state.
    pub fn set(&mut self, state: &ClockState) {
        self.left = state.left;
        self.running = state.running.map(|side| (side, state.at_ms));
    }

    /// The side whose clock runs, or is set to start.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Start of the running clock, which may lie ahead.
    #[must_use]
    pub fn since_ms(&self) -> Option<i64> {
        self.running.map(|(_, since)| since)
    }

    /// Starts a side's clock at `at_ms`, which may lie ahead.
    pub fn start(&mut self, side: Side, at_ms: i64) {
        self.running = Some((side, at_ms));
    }

    /// Stops both clocks. The running side is charged up to `now_ms`.
    pub fn stop(&mut self, now_ms: i64) {
        self.left = self.left_at(now_ms);
        self.running = None;
    }

    /// Restores earlier times, with both clocks stopped.
    pub fn restore(&mut self, left: PerSide<SideClock>) {
        self.left = left;
        self.running = None;
    }

    #[must_use]
    pub fn left_at(&self, now_ms: i64) -> PerSide<SideClock> {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let after = self
                .control
                .after_thinking(left.get(side), elapsed(since, now_ms));
            *left.get_mut(side) = after.unwrap_or_else(|| self.control.fallen());
        }
        left
    }

    /// Both clocks for the wire. `at_ms` of a clock that has yet to start is its start.
    #[must_use]
    pub fn state(&self, now_ms: i64) -> ClockState {
        self.state_with(now_ms, 0)
    }

    /// [`state`](Self::state) with `uncharged_ms` of the running turn not charged.
    #[must_use]
    pub fn state_with(&self, now_ms: i64, uncharged_ms: u32) -> ClockState {
        ClockState {
            at_ms: self.since_ms().map_or(now_ms, |since| since.max(now_ms)),
            running: self.running(),
            left: self.left_at(now_ms.saturating_sub(i64::from(uncharged_ms))),
        }
    }

    /// Ends the turn of the running side and starts the other clock, not before the mover's would have
    /// started. Up to `credit` is not charged. Does nothing while both clocks are stopped.
    ///
    /// # Errors
    /// The flag had fallen; the clock is unchanged.
    pub fn press(&mut self, now_ms: i64, credit: Credit) -> Result<MoveTime, FlagFallen> {
        let Some((side, since)) = self.running else {
            return Ok(MoveTime::default());
        };
        let elapsed = elapsed(since, now_ms);
        let server = u64::from(credit.server_ms).min(elapsed);
        let lag = u64::from(credit.lag_ms).min(elapsed - server);
        let until_flag = self.control.until_flag_ms(self.left.get(side));
        let mut spent = elapsed - server - lag;
        if spent >= until_flag && spent - until_flag <= u64::from(FLAG_TOLERANCE_MS) {
            spent = until_flag.saturating_sub(1);
        }
        let left = self
            .control
            .after_thinking(self.left.get(side), spent)
            .ok_or(FlagFallen(side))?;
        *self.left.get_mut(side) = self.control.after_move(&left);
        self.running = Some((!side, since.max(now_ms)));
        // All fit: credits have 32 bits, and a spent time is below the total of some days.
        Ok(MoveTime {
            spent_ms: spent as u32,
            lag_ms: lag as u32,
            server_ms: server as u32,
        })
    }

    /// First moment at which a move of the running side is too late.
    #[must_use]
    pub fn deadline_ms(&self, credit: Credit) -> Option<i64> {
        let (side, since) = self.running?;
        let time = self.control.until_flag_ms(self.left.get(side))
            + credit.total_ms()
            + u64::from(FLAG_TOLERANCE_MS);
        Some(since + time as i64 + 1)
    }

    /// Next moment at which the running side enters a byo-yomi period.
    #[must_use]
    pub fn next_period_ms(&self, now_ms: i64) -> Option<i64> {
        self.next_period_with(now_ms, 0)
    }

    pub(crate) fn next_period_with(&self, now_ms: i64, uncharged_ms: u32) -> Option<i64> {
        let (side, since) = self.running?;
        let uncharged_ms = i64::from(uncharged_ms);
        let left = *self.left_at(now_ms.saturating_sub(uncharged_ms)).get(side);
        let running = if left.in_byoyomi {
            left.period_ms
        } else {
            left.main_ms
        };
        let from_ms = now_ms.max(since.saturating_add(uncharged_ms));
        (left.periods_left > 0).then(|| from_ms + i64::from(running))
    }
}

fn elapsed(since_ms: i64, now_ms: i64) -> u64 {
    u64::try_from(now_ms.saturating_sub(since_ms)).unwrap_or(0)
}
