use core::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{MAX_INCREMENT_MS, MAX_MAIN_MS, MAX_PERIOD_MS, MAX_PERIODS, MIN_PERIOD_MS};
use crate::{PerSide, SideName};

/// The time control of a game. All times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSettings {
    /// No clock.
    None,
    /// Main time only.
    Sudden {
        /// Main time.
        main_ms: u32,
    },
    /// Main time and an increment after every move (Fischer).
    Increment {
        /// Main time.
        main_ms: u32,
        /// Added after each move of the player.
        increment_ms: u32,
    },
    /// Main time, then periods that are full again after every move made inside them.
    Byoyomi {
        /// Main time, 0 to start in the first period.
        main_ms: u32,
        /// Length of a period.
        period_ms: u32,
        /// Number of periods; the game is lost when the last one runs out.
        periods: u32,
    },
}

impl Default for ClockSettings {
    /// Byo-yomi, the default in all four games: 10 minutes, then 30 seconds a move.
    fn default() -> Self {
        Self::Byoyomi {
            main_ms: 600_000,
            period_ms: 30_000,
            periods: 1,
        }
    }
}

/// What is wrong with clock settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockProblem {
    /// Neither main time nor increment nor periods.
    NoTime,
    /// Main time too long.
    MainTooLong,
    /// Increment too long.
    IncrementTooLong,
    /// Byo-yomi period shorter or longer than allowed.
    PeriodOutOfBounds,
    /// No periods, or too many.
    PeriodsOutOfBounds,
}

impl ClockProblem {
    /// The field of [`ClockSettings`] to correct.
    pub fn field(self) -> &'static str {
        match self {
            Self::NoTime | Self::MainTooLong => "main_ms",
            Self::IncrementTooLong => "increment_ms",
            Self::PeriodOutOfBounds => "period_ms",
            Self::PeriodsOutOfBounds => "periods",
        }
    }
}

impl fmt::Display for ClockProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTime => write!(f, "a clock needs some time"),
            Self::MainTooLong => write!(f, "main time is at most {MAX_MAIN_MS} ms"),
            Self::IncrementTooLong => write!(f, "an increment is at most {MAX_INCREMENT_MS} ms"),
            Self::PeriodOutOfBounds => {
                write!(
                    f,
                    "a byo-yomi period is {MIN_PERIOD_MS} to {MAX_PERIOD_MS} ms"
                )
            }
            Self::PeriodsOutOfBounds => write!(f, "there are 1 to {MAX_PERIODS} byo-yomi periods"),
        }
    }
}

impl core::error::Error for ClockProblem {}

impl ClockSettings {
    /// Checks the bounds of [`limits`](crate::limits).
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), ClockProblem> {
        let main = match *self {
            Self::None => return Ok(()),
            Self::Sudden { main_ms }
            | Self::Increment { main_ms, .. }
            | Self::Byoyomi { main_ms, .. } => main_ms,
        };
        if main > MAX_MAIN_MS {
            return Err(ClockProblem::MainTooLong);
        }
        match *self {
            Self::Increment { increment_ms, .. } if increment_ms > MAX_INCREMENT_MS => {
                Err(ClockProblem::IncrementTooLong)
            }
            Self::Byoyomi { period_ms, .. }
                if !(MIN_PERIOD_MS..=MAX_PERIOD_MS).contains(&period_ms) =>
            {
                Err(ClockProblem::PeriodOutOfBounds)
            }
            Self::Byoyomi { periods, .. } if !(1..=MAX_PERIODS).contains(&periods) => {
                Err(ClockProblem::PeriodsOutOfBounds)
            }
            // An increment comes after a move: the first one needs main time.
            Self::Sudden { main_ms: 0 } | Self::Increment { main_ms: 0, .. } => {
                Err(ClockProblem::NoTime)
            }
            _ => Ok(()),
        }
    }
}

/// One side's time. While `in_byoyomi` is false `period_ms` is a full period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct SideClock {
    /// Main time left, milliseconds.
    pub main_ms: u32,
    /// Time left of the period that runs (or would run next), milliseconds.
    pub period_ms: u32,
    /// Periods in reserve, the one that runs not counted.
    pub periods_left: u32,
    /// Main time is used up and a period runs.
    // Of earlier logs; a page never reads them.
    #[cfg_attr(not(target_arch = "wasm32"), serde(alias = "in_byo"))]
    pub in_byoyomi: bool,
}

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct ClockState {
    /// The moment, server time in milliseconds since 1970. It may lie ahead: the clock named by
    /// `running` starts then.
    // Of earlier logs; a page never reads them.
    #[cfg_attr(not(target_arch = "wasm32"), serde(alias = "at"))]
    pub at_ms: i64,
    /// Whose clock runs; nobody's before the start and after the end.
    pub running: Option<SideName>,
    /// The times left at that moment.
    pub left: PerSide<SideClock>,
}
