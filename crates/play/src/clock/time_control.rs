//! What a clock is set to.

use komadai_protocol::{ClockSettings, SideClock};

/// What a clock is set to. All times are milliseconds.
///
/// ```
/// use komadai_play::TimeControl;
/// use komadai_protocol::ClockSettings;
///
/// let settings = ClockSettings::Byoyomi { main_ms: 10_000, period_ms: 30_000, periods: 3 };
/// let control = TimeControl::new(settings).expect("a clock");
/// let full = control.full();
/// assert_eq!(control.until_flag_ms(&full), 100_000);
/// // 41 seconds use up main time and the first period.
/// let left = control.after_thinking(&full, 41_000).expect("the flag stands");
/// assert_eq!((left.period_ms, left.periods_left, left.in_byoyomi), (29_000, 1, true));
/// // The move fills the running period again.
/// assert_eq!(control.after_move(&left).period_ms, 30_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    main_ms: u32,
    increment_ms: u32,
    period_ms: u32,
    periods: u32,
}

impl TimeControl {
    /// The time control of these settings; `None` for a game without a clock. Byo-yomi with
    /// periods of no length is sudden death.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// assert_eq!(TimeControl::new(ClockSettings::None), None);
    /// assert!(TimeControl::new(ClockSettings::Sudden { main_ms: 60_000 }).is_some());
    /// ```
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

    /// A side's time before its first move. Without main time the first period is entered at once.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// let control = TimeControl::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// assert_eq!(control.full().main_ms, 60_000);
    /// // Without main time byo-yomi begins at once.
    /// let settings = ClockSettings::Byoyomi { main_ms: 0, period_ms: 30_000, periods: 1 };
    /// assert!(TimeControl::new(settings).unwrap().full().in_byoyomi);
    /// ```
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

    /// A side's time when its flag has fallen.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// let control = TimeControl::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// assert_eq!(control.until_flag_ms(&control.fallen()), 0);
    /// ```
    #[must_use]
    pub fn fallen(&self) -> SideClock {
        SideClock {
            main_ms: 0,
            period_ms: 0,
            periods_left: 0,
            in_byoyomi: self.periods > 0,
        }
    }

    /// How long the side can think before its flag falls, milliseconds.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// let settings = ClockSettings::Byoyomi { main_ms: 10_000, period_ms: 30_000, periods: 2 };
    /// let control = TimeControl::new(settings).unwrap();
    /// assert_eq!(control.until_flag_ms(&control.full()), 70_000);
    /// ```
    #[must_use]
    pub fn until_flag_ms(&self, left: &SideClock) -> u64 {
        let running = if left.in_byoyomi {
            left.period_ms
        } else {
            left.main_ms
        };
        u64::from(running) + u64::from(left.periods_left) * u64::from(self.period_ms)
    }

    /// The time left after thinking for so many milliseconds; `None` when the flag has fallen.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// let control = TimeControl::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// let left = control.after_thinking(&control.full(), 59_999).unwrap();
    /// assert_eq!(left.main_ms, 1);
    /// assert_eq!(control.after_thinking(&left, 1), None);
    /// ```
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
                // The flag stands, so there is a period to enter.
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

    /// The time left after a move was made: the running period is full again, or the increment is
    /// added.
    ///
    /// ```
    /// use komadai_play::TimeControl;
    /// use komadai_protocol::ClockSettings;
    /// let settings = ClockSettings::Increment { main_ms: 60_000, increment_ms: 5_000 };
    /// let control = TimeControl::new(settings).unwrap();
    /// assert_eq!(control.after_move(&control.full()).main_ms, 65_000);
    /// ```
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
