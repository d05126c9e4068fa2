//! The only module that reads a clock. All others take times as arguments.

use std::time::Duration;

use tokio::time::Instant;

/// Monotonic microseconds since the run began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    base: Instant,
}

impl Time {
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start() -> Self {
        Self {
            base: Instant::now(),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn now_us(&self) -> u64 {
        let passed = Instant::now().duration_since(self.base).as_micros();
        u64::try_from(passed).unwrap_or(u64::MAX)
    }

    pub(crate) fn instant(&self, at_us: u64) -> Instant {
        self.base + Duration::from_micros(at_us)
    }

    pub(crate) async fn sleep_until(&self, at_us: u64) {
        tokio::time::sleep_until(self.instant(at_us)).await;
    }
}
