//! The one place that reads the system's clocks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The server's time line: milliseconds since 1970 as they were when the server started, and
/// monotonic from then on. A wall clock that is set while the server runs changes no game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    base: Instant,
    base_ms: i64,
}

impl Time {
    /// Reads the wall clock once.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start() -> Self {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            base: Instant::now(),
            base_ms: i64::try_from(wall.as_millis()).unwrap_or(0),
        }
    }

    /// Now, milliseconds.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn now_ms(&self) -> i64 {
        let passed = Instant::now().duration_since(self.base).as_millis();
        self.base_ms + i64::try_from(passed).unwrap_or(i64::MAX - self.base_ms)
    }

    /// Time since the server started.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn passed(&self) -> Duration {
        Instant::now().duration_since(self.base)
    }

    /// That moment as a timer wants it.
    pub(crate) fn instant(&self, at_ms: i64) -> Instant {
        self.base + Duration::from_millis(u64::try_from(at_ms - self.base_ms).unwrap_or(0))
    }
}
