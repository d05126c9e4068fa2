//! The one place that reads a clock. Everything else takes moments as arguments.

use std::time::Duration;

use tokio::time::Instant;

/// The time line of a run: microseconds since it began, monotonic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    base: Instant,
}

impl Time {
    /// Begins now.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start() -> Self {
        Self {
            base: Instant::now(),
        }
    }

    /// Microseconds since the beginning.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn now_us(&self) -> u64 {
        let passed = Instant::now().duration_since(self.base).as_micros();
        u64::try_from(passed).unwrap_or(u64::MAX)
    }

    /// That moment as a timer wants it.
    pub(crate) fn instant(&self, at_us: u64) -> Instant {
        self.base + Duration::from_micros(at_us)
    }

    /// Waits until that moment.
    pub(crate) async fn sleep_until(&self, at_us: u64) {
        tokio::time::sleep_until(self.instant(at_us)).await;
    }
}
