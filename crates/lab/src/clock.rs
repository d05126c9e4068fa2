//! The only place that reads the clock: measuring elapsed time.

use std::time::Instant;

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[expect(clippy::disallowed_methods, reason = "the only reader of the clock")]
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
