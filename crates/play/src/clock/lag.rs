//! Credit for the time that messages spend on the way.

use komadai_protocol::limits::{LAG_POOL_MS, MAX_LAG_MS};

/// The lag credit a player still has in a game.
///
/// ```
/// use komadai_play::LagPool;
/// let mut pool = LagPool::default();
/// assert_eq!(pool.available_ms(150), 150);
/// assert_eq!(pool.available_ms(5_000), 1_000);
/// pool.take(19_900);
/// assert_eq!(pool.available_ms(150), 100);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LagPool {
    used_ms: u32,
}

impl LagPool {
    /// The credit for a move now, given the measured one-way time: at most [`MAX_LAG_MS`] for one
    /// move and [`LAG_POOL_MS`] for a game.
    #[must_use]
    pub fn available_ms(&self, one_way_ms: u32) -> u32 {
        one_way_ms
            .min(MAX_LAG_MS)
            .min(LAG_POOL_MS.saturating_sub(self.used_ms))
    }

    /// Takes used credit out of the pool.
    pub fn take(&mut self, lag_ms: u32) {
        self.used_ms = self.used_ms.saturating_add(lag_ms);
    }
}

/// A moving average of a connection's round trips.
///
/// ```
/// let mut trip = komadai_play::RoundTrip::default();
/// assert_eq!(trip.one_way_ms(), 0);
/// trip.measured(100);
/// assert_eq!(trip.one_way_ms(), 50);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTrip {
    /// Sixteenths of a millisecond, so that small changes are not lost in rounding.
    average: Option<u64>,
}

impl RoundTrip {
    /// Adds a measured round trip, which counts for an eighth of the average.
    pub fn measured(&mut self, round_trip_ms: u32) {
        let new = u64::from(round_trip_ms) * 16;
        self.average = Some(self.average.map_or(new, |old| (old * 7 + new) / 8));
    }

    /// Half of the average, milliseconds; 0 before the first measurement.
    #[must_use]
    pub fn one_way_ms(&self) -> u32 {
        u32::try_from(self.average.unwrap_or(0) / 32).unwrap_or(u32::MAX)
    }
}
