//! The clocks of the server.
//!
//! - The [game line](Time::now_ms) times games. It is monotonic and never stops.
//! - The [counted line](Time::counted_ms) is the game line minus the standstills of this server. Leases,
//!   heartbeats and timeouts use it, so a standstill expires none of them.
//! - The [host's clock](Time::date_ms) dates stored data: events, sessions, codes, challenges.

use std::collections::VecDeque;
#[cfg(test)]
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::{Instant, MissedTickBehavior};

/// Interval of heartbeats.
const HEARTBEAT_EVERY: Duration = Duration::from_millis(20);
/// A gap of this length between heartbeats is a standstill. Shorter gaps are within the tolerance of clocks,
/// and two missed ticks are no proof.
const STANDSTILL: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(1);
/// Time range of [`Time::stood_ms`]: longer than any request waits.
const REMEMBERED: Duration = Duration::from_secs(60);

/// The server's clocks.
///
/// During a standstill (busy or sleeping host, stopped process) games go on, and referees give the [lost
/// time](Self::stood_ms) back to the running turn. Every reading of the time is a heartbeat, and a task reads
/// it every [`HEARTBEAT_EVERY`].
#[derive(Clone, Debug)]
pub(crate) struct Time {
    line: Arc<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standstills {
    pub(crate) count: u64,
    pub(crate) total: Duration,
    /// Lead of the host's clock over the game line, milliseconds: the clock was set, or the host slept.
    pub(crate) drift_ms: i64,
}

#[derive(Debug)]
struct Line {
    base: Instant,
    base_ms: i64,
    heartbeats: Mutex<Heartbeats>,
    /// Offset of the host's clock set by tests, milliseconds.
    #[cfg(test)]
    set_ms: AtomicI64,
}

/// Heartbeats, as time since the start.
#[derive(Debug, Default)]
struct Heartbeats {
    last: Duration,
    /// Total length of standstills.
    stood: Duration,
    count: u64,
    /// Start and end of recent standstills.
    gaps: VecDeque<(Duration, Duration)>,
}

impl Heartbeats {
    /// Records a heartbeat. Returns the standstill that ended with it, if any.
    fn beat(&mut self, passed: Duration) -> Option<Duration> {
        let (last, gap) = (self.last, passed.saturating_sub(self.last));
        self.last = last.max(passed);
        if gap < STANDSTILL {
            return None;
        }
        // The whole gap counts: the moment within it at which the server stopped is unknown.
        self.stood += gap;
        self.count += 1;
        let is_old = |&(_, until): &(_, Duration)| until + REMEMBERED < passed;
        while self.gaps.front().is_some_and(is_old) {
            self.gaps.pop_front();
        }
        self.gaps.push_back((last, passed));
        Some(gap)
    }

    /// Total length of standstills until that moment.
    fn stood_by(&self, passed: Duration) -> Duration {
        let later = self.gaps.iter().rev();
        let later = later.take_while(|(_, until)| *until > passed);
        let after = later.map(|&(from, until)| until - from.max(passed));
        self.stood.saturating_sub(after.sum())
    }

    fn counted(&self) -> Duration {
        self.last - self.stood
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl Time {
    /// Starts the game line at the host's time. Must run on a runtime; a task beats as long as the clock
    /// exists.
    pub(crate) fn start() -> Self {
        Self::start_at(host_ms())
    }

    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start_at(base_ms: i64) -> Self {
        let line = Arc::new(Line {
            base: Instant::now(),
            base_ms,
            heartbeats: Mutex::default(),
            #[cfg(test)]
            set_ms: AtomicI64::new(base_ms - host_ms()),
        });
        tokio::spawn(run_heartbeat(Arc::downgrade(&line)));
        Self { line }
    }

    /// Now on the game line: the host's time at the start, in milliseconds since 1970, monotonic from there.
    pub(crate) fn now_ms(&self) -> i64 {
        self.line.base_ms + millis(self.line.beat())
    }

    /// Now on the counted line, milliseconds.
    pub(crate) fn counted_ms(&self) -> i64 {
        self.line.beat();
        self.line.base_ms + millis(self.line.heartbeats().counted())
    }

    /// Total length of standstills until `at_ms` of the game line, milliseconds. Exact for the last minute.
    pub(crate) fn stood_ms(&self, at_ms: i64) -> i64 {
        let passed = u64::try_from(at_ms - self.line.base_ms).unwrap_or(0);
        millis(
            self.line
                .heartbeats()
                .stood_by(Duration::from_millis(passed)),
        )
    }

    /// Now by the host's clock, milliseconds since 1970.
    pub(crate) fn date_ms(&self) -> i64 {
        self.line.date_ms()
    }

    pub(crate) fn date_of(&self, at_ms: i64) -> i64 {
        self.date_ms() - (self.now_ms() - at_ms)
    }

    pub(crate) fn drift_ms(&self) -> i64 {
        self.date_ms() - self.now_ms()
    }

    /// Time since the server started, standstills included.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn passed(&self) -> Duration {
        Instant::now().duration_since(self.line.base)
    }

    /// The timer instant of a moment on the game line.
    pub(crate) fn instant(&self, at_ms: i64) -> Instant {
        let passed = u64::try_from(at_ms - self.line.base_ms).unwrap_or(0);
        self.line.base + Duration::from_millis(passed)
    }

    pub(crate) fn standstills(&self) -> Standstills {
        let drift_ms = self.drift_ms();
        let heartbeats = self.line.heartbeats();
        Standstills {
            count: heartbeats.count,
            total: heartbeats.stood,
            drift_ms,
        }
    }

    /// Waits for `ms` of counted time, which takes longer on a busy host.
    #[cfg(test)]
    pub(crate) async fn pass(&self, ms: i64) {
        let until_ms = self.counted_ms() + ms;
        let passed = async {
            while self.counted_ms() < until_ms {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(60), passed).await;
        in_time.expect("the host stands still");
    }

    #[cfg(test)]
    pub(crate) fn set_host_clock(&self, by_ms: i64) {
        self.line.set_ms.fetch_add(by_ms, Ordering::Relaxed);
    }
}

#[expect(clippy::disallowed_methods, reason = "this module owns the time")]
fn host_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    millis(since.unwrap_or_default())
}

impl Line {
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    fn beat(&self) -> Duration {
        let passed = Instant::now().duration_since(self.base);
        let stood = self.heartbeats().beat(passed);
        if let Some(stood) = stood.filter(|stood| *stood >= LONG) {
            tracing::warn!(server.stood_ms = stood.as_millis(), "server.stood_still");
        }
        passed
    }

    #[cfg(not(test))]
    fn date_ms(&self) -> i64 {
        host_ms()
    }

    #[cfg(test)]
    fn date_ms(&self) -> i64 {
        host_ms() + self.set_ms.load(Ordering::Relaxed)
    }

    fn heartbeats(&self) -> std::sync::MutexGuard<'_, Heartbeats> {
        self.heartbeats
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

async fn run_heartbeat(line: Weak<Line>) {
    let mut ticks = tokio::time::interval(HEARTBEAT_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match line.upgrade() {
            Some(line) => line.beat(),
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
    fn counted_time_stands_still_while_the_server_does() {
        let mut heartbeats = Heartbeats::default();
        for passed in [10, 30, 79, 79, 100] {
            assert_eq!(heartbeats.beat(ms(passed)), None);
            assert_eq!(heartbeats.counted(), ms(passed));
        }
        assert_eq!(heartbeats.beat(ms(5100)), Some(ms(5000)));
        assert_eq!(heartbeats.counted(), ms(100));
        // A reading that began before the standstill and ends after it sees no earlier time, and the standstill
        // counts once.
        assert_eq!(heartbeats.beat(ms(101)), None);
        assert_eq!(heartbeats.counted(), ms(100));
        assert_eq!(heartbeats.beat(ms(5110)), None);
        assert_eq!(heartbeats.counted(), ms(110));
        assert_eq!(heartbeats.beat(ms(5210)), Some(ms(100)));
        assert_eq!(heartbeats.beat(ms(5310)), Some(ms(100)));
        assert_eq!(heartbeats.counted(), ms(110));
    }

    #[test]
    fn a_moment_knows_the_standstills_before_it_and_none_after_it() {
        let mut heartbeats = Heartbeats::default();
        for passed in [20, 1020, 1040, 1060, 3060] {
            heartbeats.beat(ms(passed));
        }
        for (at, stood) in [
            (10, 0),
            (20, 0),
            (520, 500),
            (1020, 1000),
            (1050, 1000),
            (2060, 2000),
            (3060, 3000),
            (9000, 3000),
        ] {
            assert_eq!(heartbeats.stood_by(ms(at)), ms(stood), "{at}");
        }
        assert_eq!(heartbeats.count, 2);
        // Old gaps are forgotten, but stay in the total.
        for passed in (3080..70_000).step_by(20) {
            heartbeats.beat(ms(passed));
        }
        heartbeats.beat(ms(71_000));
        assert_eq!(heartbeats.gaps.len(), 1);
        assert_eq!(heartbeats.stood_by(ms(70_000)), ms(3_000 + 20));
    }

    #[tokio::test]
    async fn a_blocked_server_loses_counted_time_and_its_game_line_goes_on() {
        let time = Time::start();
        let (begun, counted) = (time.now_ms(), time.counted_ms());
        tokio::time::sleep(ms(300)).await;
        let slept = time.counted_ms() - counted;
        // The test runs on one thread, so this blocks the whole runtime.
        std::thread::sleep(ms(400));
        let after = time.counted_ms() - counted;
        assert!(after - slept < 50, "{slept} ms, then {after} ms");
        let now = time.now_ms();
        assert!(now - begun >= 700, "{}", now - begun);
        assert!(time.stood_ms(now) >= 350);
        assert!(time.stood_ms(now) - time.stood_ms(now - 500) >= 350);
        assert!(time.standstills().count >= 1);
        let wait = time.instant(now + 1000).duration_since(time.line.base);
        let left = wait.saturating_sub(time.passed());
        assert!(left <= ms(1000) && left > ms(500), "{left:?}");
    }

    #[tokio::test]
    async fn the_hosts_clock_is_set_and_dates_follow_while_the_game_line_goes_on() {
        let time = Time::start();
        let (now, date) = (time.now_ms(), time.date_ms());
        assert!((date - now).abs() < 1000, "{}", date - now);
        for by_ms in [-3_600_000, 7_200_000] {
            let (now, date) = (time.now_ms(), time.date_ms());
            time.set_host_clock(by_ms);
            let (passed, dated) = (time.now_ms() - now, time.date_ms() - date);
            assert!((0..1000).contains(&passed), "{passed}");
            assert!((0..1000).contains(&(dated - by_ms)), "{dated}");
        }
        let drift_ms = time.standstills().drift_ms;
        assert!((drift_ms - 3_600_000).abs() < 1000, "{drift_ms}");
        let at_ms = time.now_ms() - 5_000;
        let dated = time.date_of(at_ms) - at_ms;
        assert!((dated - 3_600_000).abs() < 1000, "{dated}");
    }
}
