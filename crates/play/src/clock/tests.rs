//! Clock vectors and properties.

use komadai_protocol::limits::FLAG_TOLERANCE_MS as TOLERANCE_MS;
use komadai_protocol::{ClockSettings, PerSide, SideClock};
use komadai_rules::Side;
use proptest::prelude::*;

use super::{Credit, FlagFallen, GameClock, LagPool, RoundTrip, TimeControl};

const S: i64 = 1000;
const NONE: Credit = Credit {
    lag_ms: 0,
    server_ms: 0,
};

fn lag(lag_ms: u32) -> Credit {
    Credit { lag_ms, ..NONE }
}

fn byoyomi(main: u32, periods: u32, period: u32) -> GameClock {
    let settings = ClockSettings::Byoyomi {
        main_ms: main * 1000,
        period_ms: period * 1000,
        periods,
    };
    let mut clock = GameClock::new(settings).expect("a clock");
    clock.start(Side::First, 0);
    clock
}

fn first(clock: &GameClock, now: i64) -> SideClock {
    clock.left_at(now).first
}

fn left(main: u32, period: u32, periods_left: u32, in_byoyomi: bool) -> SideClock {
    SideClock {
        main_ms: main,
        period_ms: period,
        periods_left,
        in_byoyomi,
    }
}

fn move_at(clock: &mut GameClock, now: i64) -> Result<(), FlagFallen> {
    clock.press(now, NONE)?;
    clock.press(now, NONE).map(drop)
}

#[test]
fn cl_01_a_move_in_main_time() {
    let mut clock = byoyomi(10, 3, 30);
    move_at(&mut clock, 9 * S).expect("in time");
    assert_eq!(first(&clock, 9 * S), left(1000, 30_000, 3, false));
}

#[test]
fn cl_02_a_move_inside_the_first_period_fills_it_again() {
    let mut clock = byoyomi(10, 3, 30);
    move_at(&mut clock, 9 * S).expect("in time");
    let now = 9 * S + S + 29_900;
    assert_eq!(first(&clock, now), left(0, 100, 2, true));
    move_at(&mut clock, now).expect("in time");
    assert_eq!(first(&clock, now), left(0, 30_000, 2, true));
}

#[test]
fn cl_03_a_period_that_runs_out_is_gone() {
    let mut clock = byoyomi(10, 3, 30);
    move_at(&mut clock, 11 * S).expect("in time");
    let now = 11 * S + 35 * S;
    assert_eq!(first(&clock, now), left(0, 25_000, 1, true));
    move_at(&mut clock, now).expect("in time");
    assert_eq!(first(&clock, now), left(0, 30_000, 1, true));
}

#[test]
fn cl_04_the_last_period_loses() {
    let mut clock = byoyomi(10, 3, 30);
    let now = 10 * S + 61 * S;
    move_at(&mut clock, now).expect("in the last period");
    assert_eq!(first(&clock, now), left(0, 30_000, 0, true));
    assert_eq!(
        clock.deadline_ms(NONE),
        Some(now + 30 * S + i64::from(TOLERANCE_MS) + 1)
    );
    let late = now + 30 * S + i64::from(TOLERANCE_MS) + 1;
    assert_eq!(move_at(&mut clock, late), Err(FlagFallen(Side::First)));
    assert_eq!(first(&clock, late), left(0, 0, 0, true));
}

#[test]
fn cl_05_main_time_and_one_period() {
    let clock = byoyomi(10, 1, 30);
    assert_eq!(first(&clock, 39_999), left(0, 1, 0, true));
    assert_eq!(first(&clock, 40_000), left(0, 0, 0, true));
    assert_eq!(
        clock.deadline_ms(NONE),
        Some(40_000 + i64::from(TOLERANCE_MS) + 1)
    );
}

#[test]
fn cl_06_no_main_time_starts_in_the_first_period() {
    let clock = byoyomi(0, 1, 30);
    assert_eq!(first(&clock, 0), left(0, 30_000, 0, true));
    assert_eq!(
        clock.deadline_ms(NONE),
        Some(30_000 + i64::from(TOLERANCE_MS) + 1)
    );
    assert_eq!(first(&clock, 31 * S), left(0, 0, 0, true));
}

#[test]
fn cl_07_byoyomi_of_no_length_is_sudden_death() {
    let clock = byoyomi(10, 1, 0);
    assert_eq!(
        clock.deadline_ms(NONE),
        Some(10 * S + i64::from(TOLERANCE_MS) + 1)
    );
    assert_eq!(clock.next_period_ms(0), None);
}

#[test]
fn cl_08_taking_back_restores_the_period_and_its_time() {
    let mut clock = byoyomi(10, 3, 30);
    move_at(&mut clock, 50 * S).expect("in period 2");
    let before = clock.left_at(50 * S);
    assert_eq!(before.first, left(0, 30_000, 1, true));
    move_at(&mut clock, 50 * S + 31 * S).expect("in period 3");
    assert_eq!(first(&clock, 81 * S).periods_left, 0);
    clock.restore(before);
    clock.start(Side::First, 90 * S);
    assert_eq!(first(&clock, 90 * S), left(0, 30_000, 1, true));
    assert_eq!(first(&clock, 95 * S), left(0, 25_000, 1, true));
}

#[test]
fn an_increment_is_added_after_the_move() {
    let settings = ClockSettings::Increment {
        main_ms: 60_000,
        increment_ms: 5000,
    };
    let mut clock = GameClock::new(settings).expect("a clock");
    clock.start(Side::First, 0);
    let pressed = clock.press(10 * S, NONE).expect("in time");
    assert_eq!(
        (pressed.spent_ms, first(&clock, 10 * S).main_ms),
        (10_000, 55_000)
    );
    assert_eq!(clock.running(), Some(Side::Second));
}

#[test]
fn lag_is_credited_up_to_the_pool() {
    let mut clock = byoyomi(10, 1, 30);
    let pressed = clock.press(5 * S, lag(200)).expect("in time");
    assert_eq!((pressed.spent_ms, pressed.lag_ms), (4800, 200));
    let mut pool = LagPool::new(ClockSettings::Sudden { main_ms: 600_000 });
    assert_eq!(pool.available_ms(150), 150);
    assert_eq!(pool.available_ms(5000), 1000);
    pool.take(19_900);
    assert_eq!(pool.available_ms(150), 100);
    pool.take(200);
    assert_eq!(pool.available_ms(150), 0);
}

#[test]
fn lag_credit_moves_the_deadline_and_saves_a_move() {
    let mut clock = byoyomi(0, 1, 1);
    assert_eq!(clock.deadline_ms(lag(300)), Some(1321));
    assert_eq!(
        clock.clone().press(1321, lag(300)),
        Err(FlagFallen(Side::First))
    );
    assert_eq!(
        clock.press(1320, lag(300)).expect("just in time").spent_ms,
        999
    );
}

#[test]
fn the_round_trip_is_averaged() {
    let mut trip = RoundTrip::default();
    assert_eq!(trip.one_way_ms(), 0);
    trip.measured(100);
    assert_eq!(trip.one_way_ms(), 50);
    for _ in 0..50 {
        trip.measured(200);
    }
    assert!(
        (98..=100).contains(&trip.one_way_ms()),
        "{}",
        trip.one_way_ms()
    );
}

#[test]
fn a_clock_that_stands_charges_nothing() {
    let mut clock = byoyomi(10, 1, 30);
    clock.stop(4 * S);
    assert_eq!(first(&clock, 1000 * S).main_ms, 6000);
    assert_eq!(
        clock.press(1000 * S, NONE).expect("nothing runs").spent_ms,
        0
    );
    assert_eq!(clock.running(), None);
    assert_eq!(clock.deadline_ms(NONE), None);
}

fn any_settings() -> impl Strategy<Value = ClockSettings> {
    prop_oneof![
        (1u32..100_000).prop_map(|main_ms| ClockSettings::Sudden { main_ms }),
        (1u32..100_000, 0u32..20_000).prop_map(|(main_ms, increment_ms)| {
            ClockSettings::Increment {
                main_ms,
                increment_ms,
            }
        }),
        (0u32..100_000, 1u32..20_000, 1u32..5).prop_map(|(main_ms, period_ms, periods)| {
            ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            }
        }),
    ]
}

proptest! {
    /// Every millisecond of a game is charged or credited as lag, and a byo-yomi period is full after
    /// a move.
    #[test]
    fn time_is_conserved(
        settings in any_settings(),
        moves in prop::collection::vec((0i64..40_000, 0u32..1500), 1..60),
    ) {
        let (period, increment) = match settings {
            ClockSettings::Increment { increment_ms, .. } => (0, increment_ms),
            ClockSettings::Byoyomi { period_ms, .. } => (period_ms, 0),
            _ => (0, 0),
        };
        let control = TimeControl::new(settings).expect("a clock");
        let mut clock = GameClock::new(settings).expect("a clock");
        clock.start(Side::First, 0);
        let (mut now, mut spent, mut credited) = (0i64, 0i64, 0i64);
        let mut used = PerSide { first: 0u64, second: 0u64 };
        for (think, credit) in moves {
            let side = clock.running().expect("runs");
            let before = *clock.left_at(now).get(side);
            now += think;
            match clock.press(now, lag(credit)) {
                Ok(pressed) => {
                    // Only the tolerance is not accounted for.
                    let missing = think - i64::from(pressed.spent_ms) - i64::from(pressed.lag_ms);
                    prop_assert!((0..=i64::from(TOLERANCE_MS) + 1).contains(&missing));
                    now -= missing;
                    clock.start(!side, now);
                    spent += i64::from(pressed.spent_ms);
                    credited += i64::from(pressed.lag_ms);
                    *used.get_mut(side) += u64::from(pressed.spent_ms);
                    let after = *clock.left_at(now).get(side);
                    if after.in_byoyomi {
                        prop_assert_eq!(after.period_ms, period);
                        prop_assert_eq!(after.main_ms, 0);
                        prop_assert!(after.periods_left <= before.periods_left);
                    } else {
                        prop_assert_eq!(
                            u64::from(after.main_ms),
                            u64::from(before.main_ms) - u64::from(pressed.spent_ms)
                                + u64::from(increment)
                        );
                    }
                    prop_assert!(after.periods_left <= control.full().periods_left);
                }
                Err(FlagFallen(fallen)) => {
                    prop_assert_eq!(fallen, side);
                    prop_assert!(now >= clock.deadline_ms(lag(credit)).expect("runs"));
                    prop_assert_eq!(*clock.left_at(now).get(side), control.fallen());
                    break;
                }
            }
            prop_assert_eq!(spent + credited, now);
        }
    }

    #[test]
    fn time_adds_up(settings in any_settings(), a in 0u64..60_000, b in 0u64..60_000) {
        let control = TimeControl::new(settings).expect("a clock");
        let start = control.full();
        let together = control.after_thinking(&start, a + b);
        let apart = control.after_thinking(&start, a).and_then(|left| control.after_thinking(&left, b));
        prop_assert_eq!(together, apart);
        if let Some(left) = together {
            prop_assert_eq!(control.until_flag_ms(&left) + a + b, control.until_flag_ms(&start));
        }
    }

    #[test]
    fn the_deadline_is_exact(settings in any_settings(), credit in 0u32..1000) {
        let mut clock = GameClock::new(settings).expect("a clock");
        clock.start(Side::First, 0);
        let deadline = clock.deadline_ms(lag(credit)).expect("runs");
        prop_assert!(clock.clone().press(deadline - 1, lag(credit)).is_ok());
        prop_assert!(clock.press(deadline, lag(credit)).is_err());
    }

    #[test]
    fn taking_back_restores(settings in any_settings(), think in 0i64..40_000, later in 0i64..40_000) {
        let mut clock = GameClock::new(settings).expect("a clock");
        clock.start(Side::First, 0);
        let before = clock.left_at(0);
        if clock.press(think, NONE).is_ok() {
            clock.restore(before);
            clock.start(Side::First, think + later);
            prop_assert_eq!(clock.left_at(think + later), before);
        }
    }
}
