use komadai_protocol::{ClockSettings, SideClock};

/// What a clock is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rates {
    pub(crate) main: u32,
    pub(crate) increment: u32,
    pub(crate) period: u32,
    pub(crate) periods: u32,
}

impl Rates {
    /// Nothing for a game without a clock.
    pub(crate) fn of(settings: ClockSettings) -> Option<Self> {
        Some(match settings {
            ClockSettings::None => return None,
            ClockSettings::Sudden { main_ms } => Self {
                main: main_ms,
                increment: 0,
                period: 0,
                periods: 0,
            },
            ClockSettings::Increment {
                main_ms,
                increment_ms,
            } => Self {
                main: main_ms,
                increment: increment_ms,
                period: 0,
                periods: 0,
            },
            // A period of no length is no period: sudden death.
            ClockSettings::Byoyomi {
                main_ms,
                period_ms: 0,
                ..
            } => Self {
                main: main_ms,
                increment: 0,
                period: 0,
                periods: 0,
            },
            ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            } => Self {
                main: main_ms,
                increment: 0,
                period: period_ms,
                periods,
            },
        })
    }

    /// A side's time before its first move. Without main time the first period is entered at once.
    pub(crate) fn fresh(&self) -> SideClock {
        let in_byo = self.main == 0 && self.periods > 0;
        SideClock {
            main_ms: self.main,
            period_ms: self.period,
            periods_left: self.periods - u32::from(in_byo),
            in_byo,
        }
    }

    /// A side's time when its flag has fallen.
    pub(crate) fn fallen(&self) -> SideClock {
        SideClock {
            main_ms: 0,
            period_ms: 0,
            periods_left: 0,
            in_byo: self.periods > 0,
        }
    }

    /// How long the side can think before its flag falls.
    pub(crate) fn total(&self, left: &SideClock) -> u64 {
        let now = if left.in_byo {
            left.period_ms
        } else {
            left.main_ms
        };
        u64::from(now) + u64::from(left.periods_left) * u64::from(self.period)
    }

    /// The time after thinking for so long; nothing when the flag fell.
    pub(crate) fn spend(&self, left: &SideClock, elapsed: u64) -> Option<SideClock> {
        if elapsed >= self.total(left) {
            return None;
        }
        let mut left = *left;
        let mut elapsed = elapsed;
        if !left.in_byo {
            if let Some(rest) = u64::from(left.main_ms)
                .checked_sub(elapsed)
                .filter(|rest| *rest > 0)
            {
                left.main_ms = rest as u32;
                return Some(left);
            }
            elapsed -= u64::from(left.main_ms);
            left = SideClock {
                main_ms: 0,
                period_ms: self.period,
                periods_left: left.periods_left - 1,
                in_byo: true,
            };
        }
        while elapsed >= u64::from(left.period_ms) {
            elapsed -= u64::from(left.period_ms);
            left.period_ms = self.period;
            left.periods_left -= 1;
        }
        left.period_ms -= elapsed as u32;
        Some(left)
    }

    /// The time after a move was made: a full period again, or the increment.
    pub(crate) fn moved(&self, left: &SideClock) -> SideClock {
        let mut left = *left;
        if left.in_byo {
            left.period_ms = self.period;
        } else {
            left.main_ms = left.main_ms.saturating_add(self.increment);
        }
        left
    }
}
