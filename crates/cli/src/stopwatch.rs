//! The command line's only look at the clock: how long something has taken.

use std::time::Instant;

/// Runs from the moment it is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[expect(
        clippy::disallowed_methods,
        reason = "this module owns the program's clock"
    )]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Seconds since it was started.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    /// Whole milliseconds since it was started.
    pub(crate) fn milliseconds(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
