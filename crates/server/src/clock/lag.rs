/// Most lag credit for one move, milliseconds.
const QUOTA_MS: u32 = 1000;
/// Most lag credit for all moves of one player in one game, milliseconds.
const POOL_MS: u32 = 20_000;

/// The lag credit a player still has in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LagPool {
    used: u32,
}

impl LagPool {
    /// The credit for a move now, with that measured one-way time, milliseconds.
    pub(crate) fn available(&self, one_way: u32) -> u32 {
        one_way.min(QUOTA_MS).min(POOL_MS.saturating_sub(self.used))
    }

    /// Takes used credit out of the pool.
    pub(crate) fn take(&mut self, lag: u32) {
        self.used = self.used.saturating_add(lag);
    }
}

/// A moving average of a socket's round trips.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RoundTrip {
    /// Sixteenths of a millisecond, so that small changes are not lost in rounding.
    average: Option<u64>,
}

impl RoundTrip {
    /// A measured round trip, milliseconds.
    pub(crate) fn measured(&mut self, round_trip: u32) {
        let new = u64::from(round_trip) * 16;
        self.average = Some(self.average.map_or(new, |old| (old * 7 + new) / 8));
    }

    /// Half of the average, milliseconds; 0 before the first measurement.
    pub(crate) fn one_way(&self) -> u32 {
        u32::try_from(self.average.unwrap_or(0) / 32).unwrap_or(u32::MAX)
    }
}
