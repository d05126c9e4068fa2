use komadai_protocol::ClockSettings;
use komadai_protocol::limits::{LAG_POOL_MS, MAX_LAG_MS, MIN_LAG_POOL_MS};

/// Moves of a side in the estimated length of a game.
const MOVES: u32 = 40;
/// The pool is this fraction (1/n) of a side's estimated time.
const POOL_SHARE: u32 = 5;

/// Time of a side for [`MOVES`] moves.
pub(crate) fn estimated_ms(clock: ClockSettings) -> u32 {
    let (main_ms, each_ms) = match clock {
        ClockSettings::None => (0, 0),
        ClockSettings::Sudden { main_ms } => (main_ms, 0),
        ClockSettings::Increment {
            main_ms,
            increment_ms,
        } => (main_ms, increment_ms),
        ClockSettings::Byoyomi {
            main_ms, period_ms, ..
        } => (main_ms, period_ms),
    };
    main_ms.saturating_add(each_ms.saturating_mul(MOVES))
}

/// Lag credit that a side has left in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagPool {
    left_ms: u32,
}

impl LagPool {
    /// A fifth of a side's time for 40 moves, from [`MIN_LAG_POOL_MS`] to [`LAG_POOL_MS`].
    #[must_use]
    pub fn new(clock: ClockSettings) -> Self {
        Self {
            left_ms: (estimated_ms(clock) / POOL_SHARE).clamp(MIN_LAG_POOL_MS, LAG_POOL_MS),
        }
    }

    #[must_use]
    pub fn left_ms(&self) -> u32 {
        self.left_ms
    }

    /// Credit for a move at this latency, at most [`MAX_LAG_MS`].
    #[must_use]
    pub fn available_ms(&self, one_way_ms: u32) -> u32 {
        one_way_ms.min(MAX_LAG_MS).min(self.left_ms)
    }

    pub fn take(&mut self, lag_ms: u32) {
        self.left_ms = self.left_ms.saturating_sub(lag_ms);
    }
}

const TRIPS: usize = 8;

/// The last round trips of a connection. The shortest counts: a client can delay an answer to earn credit, but not
/// send it early.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTrip {
    /// Ring buffer.
    last_ms: [u32; TRIPS],
    measured: usize,
}

impl RoundTrip {
    pub fn measured(&mut self, round_trip_ms: u32) {
        self.last_ms[self.measured % TRIPS] = round_trip_ms;
        self.measured += 1;
    }

    /// Half of the shortest round trip; 0 before the first measurement.
    #[must_use]
    pub fn one_way_ms(&self) -> u32 {
        let known = self.last_ms.iter().take(self.measured);
        known.min().copied().unwrap_or(0) / 2
    }
}
