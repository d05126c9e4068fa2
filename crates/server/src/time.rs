//! The one place that reads the system's clocks.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::{Instant, MissedTickBehavior};

/// How often the server feels its pulse.
const PULSE: Duration = Duration::from_millis(20);
/// After so long without a sign of life the server stood still.
const STANDSTILL: Duration = Duration::from_millis(50);
/// Standstills from here on are worth a warning.
const LONG: Duration = Duration::from_secs(1);

/// The server's time line: milliseconds since 1970 as they were when the server started, and monotonic from then on.
/// A wall clock that is set while the server runs changes no game.
///
/// While the server stands still, because the host is busy or asleep or somebody has stopped the process, its time
/// stands still too: clocks, flags and leases know nothing of it, so that nobody is charged for it. Every look at the
/// time is a sign of life, and a task looks every [`PULSE`].
#[derive(Clone, Debug)]
pub(crate) struct Time {
    line: Arc<Line>,
}

#[derive(Debug)]
struct Line {
    base: Instant,
    base_ms: i64,
    pulse: Mutex<Pulse>,
}

/// Signs of life, counted from the start.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    last: Duration,
    /// How long the server has stood still in all.
    stood: Duration,
}

impl Pulse {
    /// A sign of life. Returns the standstill before it, if there was one.
    fn beat(&mut self, passed: Duration) -> Option<Duration> {
        let gap = passed.saturating_sub(self.last);
        self.last = self.last.max(passed);
        if gap < STANDSTILL {
            return None;
        }
        // All of it: how much of the last interval the server still lived nobody knows.
        self.stood += gap;
        Some(gap)
    }

    /// Time that counts.
    fn counted(&self) -> Duration {
        self.last - self.stood
    }
}

impl Time {
    /// Reads the wall clock once. Called on a runtime, where the pulse is felt as long as this time line is used.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start() -> Self {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self::start_at(i64::try_from(wall.as_millis()).unwrap_or(0))
    }

    /// The same on a host whose clock says this.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start_at(base_ms: i64) -> Self {
        let line = Arc::new(Line {
            base: Instant::now(),
            base_ms,
            pulse: Mutex::default(),
        });
        tokio::spawn(feel_pulse(Arc::downgrade(&line)));
        Self { line }
    }

    /// Now, milliseconds.
    pub(crate) fn now_ms(&self) -> i64 {
        self.line.now_ms()
    }

    /// Time since the server started, standstills included.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn passed(&self) -> Duration {
        Instant::now().duration_since(self.line.base)
    }

    /// Waits until so many milliseconds have counted, which on a busy host takes longer: standstills do not count.
    #[cfg(test)]
    pub(crate) async fn pass(&self, ms: i64) {
        let until_ms = self.now_ms() + ms;
        let passed = async {
            while self.now_ms() < until_ms {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(60), passed).await;
        in_time.expect("the host stands still");
    }

    /// That moment as a timer wants it. It comes later if the server stands still meanwhile.
    pub(crate) fn instant(&self, at_ms: i64) -> Instant {
        let line = &self.line;
        let counted = u64::try_from(at_ms - line.base_ms).unwrap_or(0);
        line.base + Duration::from_millis(counted) + line.pulse().stood
    }
}

impl Line {
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    fn now_ms(&self) -> i64 {
        let passed = Instant::now().duration_since(self.base);
        let (stood, counted) = {
            let mut pulse = self.lock();
            (pulse.beat(passed), pulse.counted())
        };
        if let Some(stood) = stood.filter(|stood| *stood >= LONG) {
            tracing::warn!(server.stood_ms = stood.as_millis(), "server.stood_still");
        }
        self.base_ms + i64::try_from(counted.as_millis()).unwrap_or(i64::MAX - self.base_ms)
    }

    fn pulse(&self) -> Pulse {
        *self.lock()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn feel_pulse(line: Weak<Line>) {
    let mut ticks = tokio::time::interval(PULSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match line.upgrade() {
            Some(line) => line.now_ms(),
            None => return,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn time_stands_still_while_the_server_does() {
        let mut pulse = Pulse::default();
        for passed in [10, 30, 79, 79, 100] {
            assert_eq!(pulse.beat(ms(passed)), None);
            assert_eq!(pulse.counted(), ms(passed));
        }
        assert_eq!(pulse.beat(ms(5100)), Some(ms(5000)));
        assert_eq!(pulse.counted(), ms(100));
        // Whoever looked before, and comes second, sees no earlier time; the same standstill counts once.
        assert_eq!(pulse.beat(ms(101)), None);
        assert_eq!(pulse.counted(), ms(100));
        assert_eq!(pulse.beat(ms(5110)), None);
        assert_eq!(pulse.counted(), ms(110));
        // Two, one after the other, count once each.
        assert_eq!(pulse.beat(ms(5210)), Some(ms(100)));
        assert_eq!(pulse.beat(ms(5310)), Some(ms(100)));
        assert_eq!(pulse.counted(), ms(110));
    }

    #[tokio::test]
    async fn the_pulse_goes_on_by_itself_and_a_blocked_server_loses_time() {
        let time = Time::start();
        let begun = time.now_ms();
        tokio::time::sleep(ms(300)).await;
        let slept = time.now_ms() - begun;
        // Nothing else runs here: the whole runtime stands still.
        std::thread::sleep(ms(400));
        let after = time.now_ms() - begun;
        assert!(after - slept < 50, "{slept} ms, then {after} ms");
        let passed = i64::try_from(time.passed().as_millis()).expect("seconds");
        assert!(passed >= 700, "{passed}");
        // A timer of a moment ahead waits that long from now.
        let wait = time.instant(time.now_ms() + 1000);
        let left = wait
            .duration_since(time.line.base)
            .saturating_sub(time.passed());
        assert!(left <= ms(1000) && left > ms(500), "{left:?}");
    }
}
