//! Model of a game's clock, independent of the server's.

use komadai_protocol::limits::{LAG_POOL_MS, MAX_LAG_MS};
use komadai_protocol::{ClockSettings, ClockState, PerSide, SideClock};
use komadai_rules::Side;

/// Expected clocks of a game, by the times of its events and the rules of docs/protocol.md.
#[derive(Clone, Debug)]
pub struct ClockModel {
    settings: ClockSettings,
    left: PerSide<SideClock>,
    running: Option<(Side, i64)>,
    lag_ms: PerSide<u64>,
}

/// Time account of a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Charge {
    pub spent_ms: u32,
    /// Lag credit: uncharged network time.
    pub lag_ms: u32,
    /// Uncharged processing time of the server.
    pub server_ms: u32,
}

impl ClockModel {
    #[must_use]
    pub fn new(settings: ClockSettings) -> Self {
        let full = match settings {
            ClockSettings::None => SideClock::default(),
            ClockSettings::Sudden { main_ms } | ClockSettings::Increment { main_ms, .. } => {
                SideClock {
                    main_ms,
                    ..SideClock::default()
                }
            }
            ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            } => {
                let in_byoyomi = main_ms == 0 && periods > 0;
                SideClock {
                    main_ms,
                    period_ms,
                    periods_left: if in_byoyomi { periods - 1 } else { periods },
                    in_byoyomi,
                }
            }
        };
        Self {
            settings,
            left: PerSide {
                first: full,
                second: full,
            },
            running: None,
            lag_ms: PerSide::default(),
        }
    }

    #[must_use]
    pub fn left(&self) -> PerSide<SideClock> {
        self.left
    }

    pub fn start(&mut self, side: Side, at_ms: i64) {
        self.running = Some((side, at_ms));
    }

    /// Takes over a state that earlier events do not determine.
    pub fn set(&mut self, state: &ClockState) {
        self.left = state.left;
        self.running = state.running.map(|side| (side, state.at_ms));
    }

    /// Stops the clock of a side after a move at server time `at_ms` and starts the other. Returns the difference
    /// between the event's account and the elapsed time, in milliseconds.
    pub fn moved(&mut self, side: Side, at_ms: i64, charge: Charge) -> u64 {
        if self.settings == ClockSettings::None {
            return 0;
        }
        let Some((_, since_ms)) = self.running else {
            return u64::from(charge.spent_ms);
        };
        let elapsed = u64::try_from(at_ms - since_ms).unwrap_or(0);
        let free = u64::from(charge.lag_ms) + u64::from(charge.server_ms);
        let spent = elapsed.saturating_sub(free);
        let clock = charged(*self.left.get(side), self.settings, spent);
        *self.left.get_mut(side) = clock;
        *self.lag_ms.get_mut(side) += u64::from(charge.lag_ms);
        self.running = Some((!side, at_ms.max(since_ms)));
        spent.abs_diff(charge.spent_ms.into())
    }

    /// `true` if a move took more lag credit than available.
    #[must_use]
    pub fn too_much_credit(&self, side: Side, charge: Charge) -> bool {
        charge.lag_ms > MAX_LAG_MS || *self.lag_ms.get(side) > u64::from(LAG_POOL_MS)
    }

    /// Difference to the server's clocks in milliseconds, the larger one of both sides.
    #[must_use]
    pub fn error_ms(&self, state: &ClockState) -> u64 {
        let total = |clock| total_ms(clock, self.settings);
        let apart = |side| total(self.left.get(side)).abs_diff(total(state.left.get(side)));
        Side::BOTH.map(apart).into_iter().max().unwrap_or(0)
    }
}

/// Total time of a side: running time and whole periods.
pub(crate) fn total_ms(clock: &SideClock, settings: ClockSettings) -> u64 {
    let period = match settings {
        ClockSettings::Byoyomi { period_ms, .. } => u64::from(period_ms),
        _ => 0,
    };
    let running = if clock.in_byoyomi {
        clock.period_ms
    } else {
        clock.main_ms
    };
    u64::from(running) + u64::from(clock.periods_left) * period
}

fn charged(clock: SideClock, settings: ClockSettings, spent_ms: u64) -> SideClock {
    let mut clock = clock;
    let main = u64::from(clock.main_ms);
    match settings {
        ClockSettings::None => {}
        ClockSettings::Sudden { .. } => clock.main_ms = left_of(main, spent_ms),
        ClockSettings::Increment { increment_ms, .. } => {
            clock.main_ms = left_of(main, spent_ms).saturating_add(increment_ms);
        }
        ClockSettings::Byoyomi { .. } if !clock.in_byoyomi && spent_ms < main => {
            clock.main_ms = left_of(main, spent_ms);
        }
        ClockSettings::Byoyomi { period_ms, .. } => {
            // Exhausted periods are gone, and the running one is full again. After a change of referee the first one
            // may have been running.
            let running = if clock.in_byoyomi {
                u64::from(clock.period_ms)
            } else {
                main
            };
            let gone = match spent_ms.checked_sub(running) {
                Some(beyond) => 1 + beyond / u64::from(period_ms.max(1)),
                None => 0,
            };
            let left = u64::from(clock.periods_left).saturating_sub(gone);
            clock = SideClock {
                main_ms: 0,
                period_ms,
                periods_left: u32::try_from(left).unwrap_or(0),
                in_byoyomi: true,
            };
        }
    }
    clock
}

/// Remaining time, at least 1 ms because of the flag tolerance.
fn left_of(time_ms: u64, spent_ms: u64) -> u32 {
    u32::try_from(time_ms.saturating_sub(spent_ms).max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(spent_ms: u32) -> Charge {
        Charge {
            spent_ms,
            ..Charge::default()
        }
    }

    #[test]
    fn sudden_death_only_shrinks() {
        let mut clock = ClockModel::new(ClockSettings::Sudden { main_ms: 10_000 });
        clock.start(Side::First, 0);
        assert_eq!(clock.moved(Side::First, 3_000, spent(3_000)), 0);
        assert_eq!(clock.moved(Side::Second, 4_000, spent(1_000)), 0);
        assert_eq!(clock.left().first.main_ms, 7_000);
        assert_eq!(clock.left().second.main_ms, 9_000);
    }

    #[test]
    fn credits_are_not_charged() {
        let mut clock = ClockModel::new(ClockSettings::Increment {
            main_ms: 10_000,
            increment_ms: 2_000,
        });
        clock.start(Side::First, 1_000);
        let charge = Charge {
            spent_ms: 2_940,
            lag_ms: 50,
            server_ms: 10,
        };
        assert_eq!(clock.moved(Side::First, 4_000, charge), 0);
        assert_eq!(clock.left().first.main_ms, 10_000 - 2_940 + 2_000);
        assert!(!clock.too_much_credit(Side::First, charge));
    }

    #[test]
    fn byoyomi_enters_periods_and_fills_them() {
        let settings = ClockSettings::Byoyomi {
            main_ms: 5_000,
            period_ms: 10_000,
            periods: 3,
        };
        let mut clock = ClockModel::new(settings);
        clock.start(Side::First, 0);
        clock.moved(Side::First, 20_000, spent(20_000));
        let expected = SideClock {
            main_ms: 0,
            period_ms: 10_000,
            periods_left: 1,
            in_byoyomi: true,
        };
        assert_eq!(clock.left().first, expected);
        clock.moved(Side::Second, 20_000, spent(0));
        clock.moved(Side::First, 29_999, spent(9_999));
        assert_eq!(clock.left().first, expected);
    }

    #[test]
    fn a_period_that_was_running_when_another_referee_came_ends_early() {
        let settings = ClockSettings::Byoyomi {
            main_ms: 0,
            period_ms: 1000,
            periods: 2,
        };
        let mut clock = ClockModel::new(settings);
        let mut left = clock.left();
        left.first.period_ms = 700;
        clock.set(&ClockState {
            at_ms: 0,
            running: Some(Side::First),
            left,
        });
        clock.moved(Side::First, 950, spent(950));
        assert_eq!(clock.left().first.periods_left, 0);
        assert_eq!(clock.left().first.period_ms, 1000);
    }

    #[test]
    fn a_wrong_clock_of_the_server_is_found() {
        let mut clock = ClockModel::new(ClockSettings::Sudden { main_ms: 10_000 });
        clock.start(Side::First, 0);
        assert_eq!(clock.moved(Side::First, 3_000, spent(2_500)), 500);
        let mut state = ClockState {
            at_ms: 3_000,
            running: Some(Side::Second),
            left: clock.left(),
        };
        assert_eq!(clock.error_ms(&state), 0);
        state.left.first.main_ms += 250;
        assert_eq!(clock.error_ms(&state), 250);
    }

    #[test]
    fn no_clock_has_no_error() {
        let mut clock = ClockModel::new(ClockSettings::None);
        assert_eq!(clock.moved(Side::First, 3_000, spent(0)), 0);
    }
}
