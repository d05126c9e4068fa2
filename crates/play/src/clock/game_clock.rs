//! The two clocks of a game, one of which may run.

use komadai_protocol::limits::FLAG_TOLERANCE_MS;
use komadai_protocol::{ClockSettings, ClockState, PerSide, SideClock, SideName};

use super::TimeControl;

/// Both clocks of a game. Moments are milliseconds on one time line, that of the caller.
///
/// ```
/// use komadai_play::{Credit, GameClock};
/// use komadai_protocol::{ClockSettings, SideName};
///
/// let settings = ClockSettings::Increment { main_ms: 60_000, increment_ms: 5_000 };
/// let mut clock = GameClock::new(settings).expect("a clock");
/// clock.start(SideName::First, 1_000);
/// let cost = clock.press(11_000, Credit { lag_ms: 80, server_ms: 0 }).expect("in time");
/// assert_eq!((cost.spent_ms, cost.lag_ms), (9_920, 80));
/// assert_eq!(clock.running(), Some(SideName::Second));
/// assert_eq!(clock.left_at(11_000).first.main_ms, 60_000 - 9_920 + 5_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: PerSide<SideClock>,
    /// Whose clock runs, and since when. The moment may lie ahead.
    running: Option<(SideName, i64)>,
}

/// Time before a move that is not charged, milliseconds.
///
/// ```
/// use komadai_play::{Credit, GameClock};
/// use komadai_protocol::{ClockSettings, SideName};
/// let credit = Credit { lag_ms: 30, server_ms: 5 };
/// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
/// clock.start(SideName::First, 0);
/// assert_eq!(clock.press(1_000, credit).unwrap().spent_ms, 965);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// Time the move spent on its way, see [`LagPool`](crate::LagPool).
    pub lag_ms: u32,
    /// Time the server needed to store the event that started this clock, and time in which it stood still since.
    pub server_ms: u32,
}

impl Credit {
    fn total_ms(self) -> u64 {
        u64::from(self.lag_ms) + u64::from(self.server_ms)
    }
}

/// What a move cost, milliseconds. The three add up to the time since the clock started, but for
/// the tolerance of [`FLAG_TOLERANCE_MS`].
///
/// ```
/// use komadai_play::{Credit, GameClock, MoveTime};
/// use komadai_protocol::{ClockSettings, SideName};
/// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
/// clock.start(SideName::First, 0);
/// let cost = clock.press(1_000, Credit { lag_ms: 30, server_ms: 5 }).unwrap();
/// assert_eq!(cost, MoveTime { spent_ms: 965, lag_ms: 30, server_ms: 5 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Charged.
    pub spent_ms: u32,
    /// Lag credit used.
    pub lag_ms: u32,
    /// Server time that was not charged.
    pub server_ms: u32,
}

/// The flag of this side had fallen.
///
/// ```
/// use komadai_play::{Credit, FlagFallen, GameClock};
/// use komadai_protocol::{ClockSettings, SideName};
/// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 1_000 }).unwrap();
/// clock.start(SideName::First, 0);
/// let fallen = clock.press(2_000, Credit::default()).unwrap_err();
/// assert_eq!(fallen, FlagFallen(SideName::First));
/// assert_eq!(fallen.to_string(), "the flag of the first side had fallen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flag of the {} side had fallen", .0.name())]
pub struct FlagFallen(pub SideName);

impl GameClock {
    /// Both clocks full and standing; `None` for a game without a clock.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::ClockSettings;
    /// assert_eq!(GameClock::new(ClockSettings::None), None);
    /// let clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// assert_eq!(clock.left_at(99_000).second.main_ms, 60_000); // it stands
    /// ```
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

    /// Goes on from a recorded state: the clock that runs there runs since `at_ms`.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let settings = ClockSettings::Sudden { main_ms: 60_000 };
    /// let mut clock = GameClock::new(settings).unwrap();
    /// clock.start(SideName::First, 0);
    /// let mut again = GameClock::new(settings).unwrap();
    /// again.set(&clock.state(7_000));
    /// assert_eq!(again.left_at(8_000), clock.left_at(8_000));
    /// ```
    pub fn set(&mut self, state: &ClockState) {
        self.left = state.left;
        self.running = state.running.map(|side| (side, state.at_ms));
    }

    /// Whose clock runs, or will from a moment that has been set.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// assert_eq!(clock.running(), None);
    /// clock.start(SideName::Second, 5_000);
    /// assert_eq!(clock.running(), Some(SideName::Second));
    /// ```
    #[must_use]
    pub fn running(&self) -> Option<SideName> {
        self.running.map(|(side, _)| side)
    }

    /// Since when a clock runs; a moment ahead if it has yet to start.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 5_000);
    /// assert_eq!(clock.since_ms(), Some(5_000));
    /// ```
    #[must_use]
    pub fn since_ms(&self) -> Option<i64> {
        self.running.map(|(_, since)| since)
    }

    /// Starts a side's clock at that moment, which may lie ahead.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 5_000);
    /// assert_eq!(clock.left_at(4_000).first.main_ms, 60_000);
    /// assert_eq!(clock.left_at(6_000).first.main_ms, 59_000);
    /// ```
    pub fn start(&mut self, side: SideName, at_ms: i64) {
        self.running = Some((side, at_ms));
    }

    /// Stops both clocks. The running side is charged up to that moment.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 0);
    /// clock.stop(10_000);
    /// assert_eq!((clock.running(), clock.left_at(99_000).first.main_ms), (None, 50_000));
    /// ```
    pub fn stop(&mut self, now_ms: i64) {
        self.left = self.left_at(now_ms);
        self.running = None;
    }

    /// Puts earlier times back, with both clocks standing.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// let before = clock.left_at(0);
    /// clock.start(SideName::First, 0);
    /// clock.stop(10_000);
    /// clock.restore(before);
    /// assert_eq!(clock.left_at(20_000).first.main_ms, 60_000);
    /// ```
    pub fn restore(&mut self, left: PerSide<SideClock>) {
        self.left = left;
        self.running = None;
    }

    /// The times left at that moment.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 0);
    /// let left = clock.left_at(15_000);
    /// assert_eq!((left.first.main_ms, left.second.main_ms), (45_000, 60_000));
    /// ```
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

    /// Both clocks at that moment, as events and messages carry them. The moment of a clock that
    /// has yet to start is the moment it starts.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 5_000);
    /// // The clock has yet to start.
    /// assert_eq!(clock.state(1_000).at_ms, 5_000);
    /// assert_eq!(clock.state(6_000).left.first.main_ms, 59_000);
    /// ```
    #[must_use]
    pub fn state(&self, now_ms: i64) -> ClockState {
        self.state_with(now_ms, 0)
    }

    /// Both clocks at that moment, where so much of the running turn is not charged.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 0);
    /// let state = clock.state_with(10_000, 3_000);
    /// assert_eq!((state.at_ms, state.left.first.main_ms), (10_000, 53_000));
    /// ```
    #[must_use]
    pub fn state_with(&self, now_ms: i64, uncharged_ms: u32) -> ClockState {
        ClockState {
            at_ms: self.since_ms().map_or(now_ms, |since| since.max(now_ms)),
            running: self.running(),
            left: self.left_at(now_ms.saturating_sub(i64::from(uncharged_ms))),
        }
    }

    /// The running side has moved; the other side's clock starts, not before the mover's would
    /// have. Up to `credit` is not charged. While both clocks stand nothing is charged and nothing
    /// starts.
    ///
    /// # Errors
    /// The flag had fallen; the clock is unchanged.
    ///
    /// ```
    /// use komadai_play::{Credit, GameClock};
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let settings = ClockSettings::Increment { main_ms: 60_000, increment_ms: 5_000 };
    /// let mut clock = GameClock::new(settings).unwrap();
    /// clock.start(SideName::First, 0);
    /// assert_eq!(clock.press(10_000, Credit::default()).unwrap().spent_ms, 10_000);
    /// assert_eq!(clock.running(), Some(SideName::Second));
    /// assert_eq!(clock.left_at(10_000).first.main_ms, 55_000);
    /// ```
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
        self.running = Some((side.other(), since.max(now_ms)));
        // All fit: credits are 32 bits wide, a spent time is below the total of some days.
        Ok(MoveTime {
            spent_ms: spent as u32,
            lag_ms: lag as u32,
            server_ms: server as u32,
        })
    }

    /// The first moment at which a move of the running side would be too late.
    ///
    /// ```
    /// use komadai_play::{Credit, GameClock};
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let mut clock = GameClock::new(ClockSettings::Sudden { main_ms: 60_000 }).unwrap();
    /// clock.start(SideName::First, 0);
    /// let deadline = clock.deadline_ms(Credit::default()).unwrap();
    /// assert!(clock.clone().press(deadline - 1, Credit::default()).is_ok());
    /// assert!(clock.press(deadline, Credit::default()).is_err());
    /// ```
    #[must_use]
    pub fn deadline_ms(&self, credit: Credit) -> Option<i64> {
        let (side, since) = self.running?;
        let time = self.control.until_flag_ms(self.left.get(side))
            + credit.total_ms()
            + u64::from(FLAG_TOLERANCE_MS);
        Some(since + time as i64 + 1)
    }

    /// When the running side next enters a byo-yomi period, if it does before its flag falls.
    ///
    /// ```
    /// use komadai_play::GameClock;
    /// use komadai_protocol::{ClockSettings, SideName};
    /// let settings = ClockSettings::Byoyomi { main_ms: 10_000, period_ms: 30_000, periods: 2 };
    /// let mut clock = GameClock::new(settings).unwrap();
    /// clock.start(SideName::First, 0);
    /// assert_eq!(clock.next_period_ms(0), Some(10_000));
    /// assert_eq!(clock.next_period_ms(15_000), Some(40_000));
    /// assert_eq!(clock.next_period_ms(45_000), None); // the last one
    /// ```
    #[must_use]
    pub fn next_period_ms(&self, now_ms: i64) -> Option<i64> {
        self.next_period_with(now_ms, 0)
    }

    /// The same with so much of the running turn not charged.
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
