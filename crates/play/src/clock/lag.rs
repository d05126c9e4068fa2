//! Credit for the time that messages spend on the way.

use komadai_protocol::ClockSettings;
use komadai_protocol::limits::{LAG_POOL_MS, MAX_LAG_MS, MIN_LAG_POOL_MS};

/// Moves of a side for which increments and periods are counted.
const MOVES: u32 = 40;
/// Of the time a side has for a game, one part in so many is its lag credit.
const POOL_SHARE: u32 = 5;

/// The time a side has for 40 moves, milliseconds.
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

/// The lag credit a player still has in a game.
///
/// ```
/// use komadai_play::LagPool;
/// use komadai_protocol::ClockSettings;
/// let mut pool = LagPool::new(ClockSettings::Sudden { main_ms: 600_000 });
/// assert_eq!(pool.available_ms(150), 150);
/// assert_eq!(pool.available_ms(5_000), 1_000);
/// pool.take(19_900);
/// assert_eq!(pool.available_ms(150), 100);
/// // A fifth of a short clock.
/// let bullet = LagPool::new(ClockSettings::Sudden { main_ms: 10_000 });
/// assert_eq!(bullet.left_ms(), 2_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LagPool {
    left_ms: u32,
}

impl LagPool {
    /// The credit of a game with that clock: a fifth of the time a side has for 40 moves, at least
    /// [`MIN_LAG_POOL_MS`] and at most [`LAG_POOL_MS`].
    ///
    /// ```
    /// use komadai_play::LagPool;
    /// use komadai_protocol::ClockSettings;
    /// let blitz = LagPool::new(ClockSettings::Increment { main_ms: 10_000, increment_ms: 1_000 });
    /// assert_eq!(blitz.left_ms(), 10_000); // a fifth of 10 + 40 × 1 seconds
    /// ```
    #[must_use]
    pub fn new(clock: ClockSettings) -> Self {
        Self {
            left_ms: (estimated_ms(clock) / POOL_SHARE).clamp(MIN_LAG_POOL_MS, LAG_POOL_MS),
        }
    }

    /// What is left of it.
    ///
    /// ```
    /// use komadai_play::LagPool;
    /// use komadai_protocol::ClockSettings;
    /// let mut pool = LagPool::new(ClockSettings::Sudden { main_ms: 600_000 });
    /// assert_eq!(pool.left_ms(), 20_000);
    /// pool.take(150);
    /// assert_eq!(pool.left_ms(), 19_850);
    /// ```
    #[must_use]
    pub fn left_ms(&self) -> u32 {
        self.left_ms
    }

    /// The credit for a move now, given the measured one-way time: at most [`MAX_LAG_MS`] for one
    /// move.
    ///
    /// ```
    /// use komadai_play::LagPool;
    /// use komadai_protocol::ClockSettings;
    /// let pool = LagPool::new(ClockSettings::Sudden { main_ms: 600_000 });
    /// assert_eq!((pool.available_ms(80), pool.available_ms(3_000)), (80, 1_000));
    /// ```
    #[must_use]
    pub fn available_ms(&self, one_way_ms: u32) -> u32 {
        one_way_ms.min(MAX_LAG_MS).min(self.left_ms)
    }

    /// Takes used credit out of the pool.
    ///
    /// ```
    /// use komadai_play::LagPool;
    /// use komadai_protocol::ClockSettings;
    /// let mut pool = LagPool::new(ClockSettings::Sudden { main_ms: 600_000 });
    /// pool.take(50_000);
    /// assert_eq!(pool.left_ms(), 0);
    /// ```
    pub fn take(&mut self, lag_ms: u32) {
        self.left_ms = self.left_ms.saturating_sub(lag_ms);
    }
}

/// Round trips of a connection that count.
const TRIPS: usize = 8;

/// The last round trips of a connection. The shortest of them counts: an answer can be held back to earn credit, but
/// none can come before the message has travelled.
///
/// ```
/// let mut trip = komadai_play::RoundTrip::default();
/// assert_eq!(trip.one_way_ms(), 0);
/// trip.measured(100);
/// assert_eq!(trip.one_way_ms(), 50);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTrip {
    /// A ring, of which the first places are filled first.
    last_ms: [u32; TRIPS],
    measured: usize,
}

impl RoundTrip {
    /// Adds a measured round trip.
    ///
    /// ```
    /// use komadai_play::RoundTrip;
    /// let mut trip = RoundTrip::default();
    /// trip.measured(100);
    /// // Answers that are held back earn nothing at first.
    /// trip.measured(2_000);
    /// assert_eq!(trip.one_way_ms(), 50);
    /// // A connection that has become slow is known by its last eight.
    /// for _ in 0..7 {
    ///     trip.measured(400);
    /// }
    /// assert_eq!(trip.one_way_ms(), 200);
    /// ```
    pub fn measured(&mut self, round_trip_ms: u32) {
        self.last_ms[self.measured % TRIPS] = round_trip_ms;
        self.measured += 1;
    }

    /// Half of the shortest, milliseconds; 0 before the first measurement.
    ///
    /// ```
    /// use komadai_play::RoundTrip;
    /// let mut trip = RoundTrip::default();
    /// assert_eq!(trip.one_way_ms(), 0);
    /// trip.measured(80);
    /// assert_eq!(trip.one_way_ms(), 40);
    /// ```
    #[must_use]
    pub fn one_way_ms(&self) -> u32 {
        let known = self.last_ms.iter().take(self.measured);
        known.min().copied().unwrap_or(0) / 2
    }
}
