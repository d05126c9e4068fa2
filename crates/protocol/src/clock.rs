use core::fmt;

use komadai_rules::Side;
use serde::{Deserialize, Serialize};

use crate::PerSide;
use crate::limits::{MAX_INCREMENT_MS, MAX_MAIN_MS, MAX_PERIOD_MS, MAX_PERIODS, MIN_PERIOD_MS};

/// Time control of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSettings {
    None,
    Sudden {
        main_ms: u32,
    },
    /// Fischer: main time, and an increment after every move.
    Increment {
        main_ms: u32,
        increment_ms: u32,
    },
    /// Main time, then periods that are full again after every move made within them.
    Byoyomi {
        /// 0 starts in the first period.
        main_ms: u32,
        period_ms: u32,
        /// The flag falls at the end of the last one.
        periods: u32,
    },
}

impl Default for ClockSettings {
    /// Byo-yomi, the default of all variants: 10 minutes, then 30 seconds a move.
    fn default() -> Self {
        Self::Byoyomi {
            main_ms: 600_000,
            period_ms: 30_000,
            periods: 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockProblem {
    NoTime,
    MainTooLong,
    IncrementTooLong,
    PeriodOutOfBounds,
    PeriodsOutOfBounds,
}

impl ClockProblem {
    /// Field of [`ClockSettings`] to correct.
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
    /// The first problem found.
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
            // The increment comes after a move: the first move needs main time.
            Self::Sudden { main_ms: 0 } | Self::Increment { main_ms: 0, .. } => {
                Err(ClockProblem::NoTime)
            }
            _ => Ok(()),
        }
    }
}

/// Time of a side. While `in_byoyomi` is false `period_ms` is a full period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideClock {
    pub main_ms: u32,
    /// Time left of the current or next period.
    pub period_ms: u32,
    /// Periods in reserve, without the running one.
    pub periods_left: u32,
    // The name in earlier logs, which a page never reads.
    #[cfg_attr(not(target_arch = "wasm32"), serde(alias = "in_byo"))]
    pub in_byoyomi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// Server time in milliseconds since 1970. If it lies ahead, the clock of `running` starts then.
    // The name in earlier logs, which a page never reads.
    #[cfg_attr(not(target_arch = "wasm32"), serde(alias = "at"))]
    pub at_ms: i64,
    /// `null` before the start and after the end.
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::openapi::SideName>))]
    pub running: Option<Side>,
    /// At `at_ms`.
    pub left: PerSide<SideClock>,
}
