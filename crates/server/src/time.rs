//! The one place that reads the system's clocks.
//!
//! - The [game line](Time::now_ms) times games. It is monotonic and never stands still.
//! - The [counted line](Time::counted_ms) is the game line less the standstills of this server. Leases, heartbeats and
//!   patience go by it: of a standstill they know nothing.
//! - The [host's clock](Time::date_ms) dates what is kept: events, sessions, codes, challenges.

use std::collections::VecDeque;
#[cfg(test)]
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::{Instant, MissedTickBehavior};

/// How often the server feels its pulse.
const PULSE: Duration = Duration::from_millis(20);
/// A gap of this length in the pulse is a standstill. As long as the error that clocks may have: shorter ones need not
/// be given back, and two missed beats are no proof.
const STANDSTILL: Duration = Duration::from_millis(50);
/// Standstills from here on are worth a warning.
const LONG: Duration = Duration::from_secs(1);
/// Moments are asked about for so long: more than any request waits.
const REMEMBERED: Duration = Duration::from_secs(60);

/// The server's clocks.
///
/// While the server stands still, because the host is busy or asleep or the process was stopped, games go on, and
/// referees give the [time that it stood](Self::stood_ms) back to the turn that runs. Every look at the time is a
/// heartbeat, and a task looks every [`PULSE`].
#[derive(Clone, Debug)]
pub(crate) struct Time {
    line: Arc<Line>,
}

/// What a monitor reads of the clocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standstills {
    pub(crate) count: u64,
    /// How long they were in all.
    pub(crate) total: Duration,
    /// How far the host's clock is ahead of the game line, milliseconds: it was set, or the host slept.
    pub(crate) drift_ms: i64,
}

#[derive(Debug)]
struct Line {
    base: Instant,
    base_ms: i64,
    pulse: Mutex<Pulse>,
    /// How far tests have set the host's clock, milliseconds.
    #[cfg(test)]
    set_ms: AtomicI64,
}

/// Heartbeats, as time since the start.
#[derive(Debug, Default)]
struct Pulse {
    last: Duration,
    /// How long the server has stood still in all.
    stood: Duration,
    count: u64,
    /// The last standstills, from and until when.
    gaps: VecDeque<(Duration, Duration)>,
}

impl Pulse {
    /// A heartbeat. Returns the standstill before it, if there was one.
    fn beat(&mut self, passed: Duration) -> Option<Duration> {
        let (last, gap) = (self.last, passed.saturating_sub(self.last));
        self.last = last.max(passed);
        if gap < STANDSTILL {
            return None;
        }
        // All of it: how long the server still lived in the last interval is not known.
        self.stood += gap;
        self.count += 1;
        let is_old = |&(_, until): &(_, Duration)| until + REMEMBERED < passed;
        while self.gaps.front().is_some_and(is_old) {
            self.gaps.pop_front();
        }
        self.gaps.push_back((last, passed));
        Some(gap)
    }

    /// How long the server had stood still by that moment.
    fn stood_by(&self, passed: Duration) -> Duration {
        let later = self.gaps.iter().rev();
        let later = later.take_while(|(_, until)| *until > passed);
        let after = later.map(|&(from, until)| until - from.max(passed));
        self.stood.saturating_sub(after.sum())
    }

    /// Time that counts.
    fn counted(&self) -> Duration {
        self.last - self.stood
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl Time {
    /// Starts the game line at the host's time. Called on a runtime, where the pulse is felt as long as this is used.
    pub(crate) fn start() -> Self {
        Self::start_at(host_ms())
    }

    /// The same on a host whose clock says this.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn start_at(base_ms: i64) -> Self {
        let line = Arc::new(Line {
            base: Instant::now(),
            base_ms,
            pulse: Mutex::default(),
            #[cfg(test)]
            set_ms: AtomicI64::new(base_ms - host_ms()),
        });
        tokio::spawn(feel_pulse(Arc::downgrade(&line)));
        Self { line }
    }

    /// Now on the game line: milliseconds since 1970 as they were when the server started, and monotonic from then on.
    pub(crate) fn now_ms(&self) -> i64 {
        self.line.base_ms + millis(self.line.beat())
    }

    /// Now on the counted line, milliseconds.
    pub(crate) fn counted_ms(&self) -> i64 {
        self.line.beat();
        self.line.base_ms + millis(self.line.pulse().counted())
    }

    /// How long the server had stood still by that moment of the game line, milliseconds. Exact for the last minute.
    pub(crate) fn stood_ms(&self, at_ms: i64) -> i64 {
        let passed = u64::try_from(at_ms - self.line.base_ms).unwrap_or(0);
        millis(self.line.pulse().stood_by(Duration::from_millis(passed)))
    }

    /// Now by the host's clock, milliseconds since 1970: what is kept is dated by it.
    pub(crate) fn date_ms(&self) -> i64 {
        self.line.date_ms()
    }

    /// The date of a moment on the game line.
    pub(crate) fn date_of(&self, at_ms: i64) -> i64 {
        self.date_ms() - (self.now_ms() - at_ms)
    }

    /// How far the host's clock is ahead of the game line, milliseconds.
    pub(crate) fn drift_ms(&self) -> i64 {
        self.date_ms() - self.now_ms()
    }

    /// Time since the server started, standstills included.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    pub(crate) fn passed(&self) -> Duration {
        Instant::now().duration_since(self.line.base)
    }

    /// That moment of the game line as a timer wants it.
    pub(crate) fn instant(&self, at_ms: i64) -> Instant {
        let passed = u64::try_from(at_ms - self.line.base_ms).unwrap_or(0);
        self.line.base + Duration::from_millis(passed)
    }

    /// What a monitor reads.
    pub(crate) fn standstills(&self) -> Standstills {
        let drift_ms = self.drift_ms();
        let pulse = self.line.pulse();
        Standstills {
            count: pulse.count,
            total: pulse.stood,
            drift_ms,
        }
    }

    /// Waits until so many milliseconds have counted, which on a busy host takes longer: standstills do not count.
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

    /// Sets the host's clock, forward or back.
    #[cfg(test)]
    pub(crate) fn set_host_clock(&self, by_ms: i64) {
        self.line.set_ms.fetch_add(by_ms, Ordering::Relaxed);
    }
}

/// The host's clock, milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "this module owns the time")]
fn host_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    millis(since.unwrap_or_default())
}

impl Line {
    /// A heartbeat. Returns the time since the start.
    #[expect(clippy::disallowed_methods, reason = "this module owns the time")]
    fn beat(&self) -> Duration {
        let passed = Instant::now().duration_since(self.base);
        let stood = self.pulse().beat(passed);
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

    fn pulse(&self) -> std::sync::MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn feel_pulse(line: Weak<Line>) {
    let mut ticks = tokio::time::interval(PULSE);
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
        let mut pulse = Pulse::default();
        for passed in [10, 30, 79, 79, 100] {
            assert_eq!(pulse.beat(ms(passed)), None);
            assert_eq!(pulse.counted(), ms(passed));
        }
        assert_eq!(pulse.beat(ms(5100)), Some(ms(5000)));
        assert_eq!(pulse.counted(), ms(100));
        // A look that began before and comes second sees no earlier time; the same standstill counts once.
        assert_eq!(pulse.beat(ms(101)), None);
        assert_eq!(pulse.counted(), ms(100));
        assert_eq!(pulse.beat(ms(5110)), None);
        assert_eq!(pulse.counted(), ms(110));
        // Two, one after the other, count once each.
        assert_eq!(pulse.beat(ms(5210)), Some(ms(100)));
        assert_eq!(pulse.beat(ms(5310)), Some(ms(100)));
        assert_eq!(pulse.counted(), ms(110));
    }

    #[test]
    fn a_moment_knows_the_standstills_before_it_and_none_after_it() {
        let mut pulse = Pulse::default();
        for passed in [20, 1020, 1040, 1060, 3060] {
            pulse.beat(ms(passed));
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
            assert_eq!(pulse.stood_by(ms(at)), ms(stood), "{at}");
        }
        assert_eq!(pulse.count, 2);
        // What was longer ago than anything is asked about is forgotten, its length is not.
        for passed in (3080..70_000).step_by(20) {
            pulse.beat(ms(passed));
        }
        pulse.beat(ms(71_000));
        assert_eq!(pulse.gaps.len(), 1);
        assert_eq!(pulse.stood_by(ms(70_000)), ms(3_000 + 20));
    }

    #[tokio::test]
    async fn a_blocked_server_loses_counted_time_and_its_game_line_goes_on() {
        let time = Time::start();
        let (begun, counted) = (time.now_ms(), time.counted_ms());
        tokio::time::sleep(ms(300)).await;
        let slept = time.counted_ms() - counted;
        // Nothing else runs here: the whole runtime stands still.
        std::thread::sleep(ms(400));
        let after = time.counted_ms() - counted;
        assert!(after - slept < 50, "{slept} ms, then {after} ms");
        let now = time.now_ms();
        assert!(now - begun >= 700, "{}", now - begun);
        assert!(time.stood_ms(now) >= 350);
        assert!(time.stood_ms(now) - time.stood_ms(now - 500) >= 350);
        assert!(time.standstills().count >= 1);
        // A timer of a moment ahead waits that long from now.
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
