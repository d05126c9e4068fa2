use komadai_protocol::{ClockSettings, ClockState, PerSide, SideClock, SideName};

use super::Rates;

/// A move this late, milliseconds, still counts: timers and stamps are not finer.
pub(crate) const TOLERANCE_MS: u64 = 20;

/// Both clocks of a game. Moments are milliseconds on the server's one time line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameClock {
    rates: Rates,
    left: PerSide<SideClock>,
    running: Option<(SideName, i64)>,
}

/// What a move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pressed {
    /// Charged, milliseconds.
    pub(crate) spent: u32,
    /// Lag credit used, milliseconds.
    pub(crate) lag: u32,
}

/// The flag had fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fell(pub(crate) SideName);

impl GameClock {
    /// Both clocks full and standing; nothing for a game without a clock.
    pub(crate) fn new(settings: ClockSettings) -> Option<Self> {
        let rates = Rates::of(settings)?;
        Some(Self {
            rates,
            left: PerSide {
                first: rates.fresh(),
                second: rates.fresh(),
            },
            running: None,
        })
    }

    /// Goes on from a recorded state: what runs, runs since then.
    pub(crate) fn set(&mut self, state: &ClockState) {
        self.left = state.left;
        self.running = state.running.map(|side| (side, state.at));
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<SideName> {
        self.running.map(|(side, _)| side)
    }

    /// Starts a side's clock at that moment.
    pub(crate) fn start(&mut self, side: SideName, now: i64) {
        self.running = Some((side, now));
    }

    /// Stops both clocks. What runs is charged up to that moment, down to nothing left.
    pub(crate) fn stop(&mut self, now: i64) {
        self.left = self.left_at(now);
        self.running = None;
    }

    /// Puts earlier times back, standing.
    pub(crate) fn restore(&mut self, left: PerSide<SideClock>) {
        self.left = left;
        self.running = None;
    }

    /// The running clock counts from `now` on, if that is later than it did: time the server
    /// itself needed is charged to nobody.
    pub(crate) fn not_before(&mut self, now: i64) {
        if let Some((_, since)) = &mut self.running {
            *since = (*since).max(now);
        }
    }

    /// The times left at that moment.
    pub(crate) fn left_at(&self, now: i64) -> PerSide<SideClock> {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let spent = self.rates.spend(left.get(side), elapsed(since, now));
            *left.get_mut(side) = spent.unwrap_or_else(|| self.rates.fallen());
        }
        left
    }

    /// Both clocks at that moment, as messages say it.
    pub(crate) fn state(&self, now: i64) -> ClockState {
        ClockState {
            at: now,
            running: self.running(),
            left: self.left_at(now),
        }
    }

    /// The running side has moved at `now`; the other side's clock starts. Up to `credit`
    /// milliseconds of lag are not charged. When nothing runs, nothing is charged and nothing
    /// starts.
    ///
    /// # Errors
    /// The flag had fallen; the clock is unchanged.
    pub(crate) fn press(&mut self, now: i64, credit: u32) -> Result<Pressed, Fell> {
        let Some((side, since)) = self.running else {
            return Ok(Pressed { spent: 0, lag: 0 });
        };
        let elapsed = elapsed(since, now);
        let lag = u64::from(credit).min(elapsed);
        let total = self.rates.total(self.left.get(side));
        let mut spent = elapsed - lag;
        if spent >= total && spent - total <= TOLERANCE_MS {
            spent = total.saturating_sub(1);
        }
        let left = self
            .rates
            .spend(self.left.get(side), spent)
            .ok_or(Fell(side))?;
        *self.left.get_mut(side) = self.rates.moved(&left);
        self.running = Some((side.other(), now));
        // Both fit: a spent time is below the total, which is some days at most.
        Ok(Pressed {
            spent: spent as u32,
            lag: lag as u32,
        })
    }

    /// When the flag of the running side falls, given the lag credit it has now.
    pub(crate) fn deadline(&self, credit: u32) -> Option<i64> {
        let (side, since) = self.running?;
        let time = self.rates.total(self.left.get(side)) + u64::from(credit) + TOLERANCE_MS;
        // The first moment at which a move would be too late.
        Some(since + time as i64 + 1)
    }

    /// When the running side next enters a period, if it does before its flag falls.
    pub(crate) fn next_period(&self, now: i64) -> Option<i64> {
        let (side, _) = self.running?;
        let left = *self.left_at(now).get(side);
        (left.periods_left > 0).then(|| {
            now + i64::from(if left.in_byo {
                left.period_ms
            } else {
                left.main_ms
            })
        })
    }
}

fn elapsed(since: i64, now: i64) -> u64 {
    u64::try_from(now.saturating_sub(since)).unwrap_or(0)
}
