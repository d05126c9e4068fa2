//! Time controls: how a side's time changes with thinking and moves.

use komadai_protocol::{ClockSettings, SideClock};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    main_ms: u32,
    increment_ms: u32,
    period_ms: u32,
    periods: u32,
}

impl TimeControl {
    /// `None` for a game without a clock. Byo-yomi with periods of no length is sudden death.
    #[must_use]
    pub fn new(settings: ClockSettings) -> Option<Self> {
        let (main_ms, increment_ms, period_ms, periods) = match settings {
            ClockSettings::None => return None,
            ClockSettings::Sudden { main_ms } => (main_ms, 0, 0, 0),
            ClockSettings::Increment {
                main_ms,
                increment_ms,
            } => (main_ms, increment_ms, 0, 0),
            ClockSettings::Byoyomi {
                main_ms,
                period_ms: 0,
                ..
            } => (main_ms, 0, 0, 0),
            ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            } => (main_ms, 0, period_ms, periods),
        };
        Some(Self {
            main_ms,
            increment_ms,
            period_ms,
            periods,
        })
    }

    /// Time of a side before its first move. Without main time it starts in the first period.
    #[must_use]
    pub fn full(&self) -> SideClock {
        let in_byoyomi = self.main_ms == 0 && self.periods > 0;
        SideClock {
            main_ms: self.main_ms,
            period_ms: self.period_ms,
            periods_left: self.periods - u32::from(in_byoyomi),
            in_byoyomi,
        }
    }

    /// Time of a side whose flag has fallen.
    #[must_use]
    pub fn fallen(&self) -> SideClock {
        SideClock {
            main_ms: 0,
            period_ms: 0,
            periods_left: 0,
            in_byoyomi: self.periods > 0,
        }
    }

    /// Time until the flag falls.
    #[must_use]
    pub fn until_flag_ms(&self, left: &SideClock) -> u64 {
        let running = if left.in_byoyomi {
            left.period_ms
        } else {
            left.main_ms
        };
        u64::from(running) + u64::from(left.periods_left) * u64::from(self.period_ms)
    }

    /// Time left after `elapsed_ms` of thinking; `None` if the flag has fallen.
    #[must_use]
    pub fn after_thinking(&self, left: &SideClock, elapsed_ms: u64) -> Option<SideClock> {
        if elapsed_ms >= self.until_flag_ms(left) {
            return None;
        }
        let mut left = *left;
        let mut elapsed = elapsed_ms;
        if !left.in_byoyomi {
            let main = u64::from(left.main_ms);
            if elapsed < main {
                left.main_ms = (main - elapsed) as u32;
                return Some(left);
            }
            elapsed -= main;
            left = SideClock {
                main_ms: 0,
                period_ms: self.period_ms,
                // The flag has not fallen, so there is a period to enter.
                periods_left: left.periods_left - 1,
                in_byoyomi: true,
            };
        }
        while elapsed >= u64::from(left.period_ms) {
            elapsed -= u64::from(left.period_ms);
            left.period_ms = self.period_ms;
            left.periods_left -= 1;
        }
        left.period_ms -= elapsed as u32;
        Some(left)
    }

    /// Time left after a move: the running period is full again, or the increment is added.
    #[must_use]
    pub fn after_move(&self, left: &SideClock) -> SideClock {
        let mut left = *left;
        if left.in_byoyomi {
            left.period_ms = self.period_ms;
        } else {
            left.main_ms = left.main_ms.saturating_add(self.increment_ms);
        }
        left
    }
}
