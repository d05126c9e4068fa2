//! Measurements shared by all simulated clients.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hdrhistogram::Histogram;

use crate::report::Percentiles;

/// Upper bound of histograms, in microseconds (ten minutes).
const MAX_US: u64 = 600_000_000;
const DIGITS: u8 = 3;
const MAX_EXAMPLES: usize = 20;

/// Histogram of the whole run, and one since the last [`recent`](Self::recent).
#[derive(Debug)]
pub(crate) struct Timer(Mutex<[Histogram<u64>; 2]>);

impl Timer {
    fn new() -> Self {
        let empty =
            || Histogram::new_with_bounds(1, MAX_US, DIGITS).expect("the bounds are sensible");
        Self(Mutex::new([empty(), empty()]))
    }

    /// Records a value: microseconds, or milliseconds in timers of clocks.
    pub(crate) fn record(&self, value: u64) {
        for histogram in lock(&self.0).iter_mut() {
            histogram.saturating_record(value);
        }
    }

    /// Median and 99th percentile since the last call.
    pub(crate) fn recent(&self) -> (u64, u64) {
        let recent = &mut lock(&self.0)[1];
        let found = (
            recent.value_at_quantile(0.5),
            recent.value_at_quantile(0.99),
        );
        recent.reset();
        found
    }

    /// Percentiles of all values; `unit` values are a millisecond.
    pub(crate) fn percentiles(&self, unit: u32) -> Percentiles {
        Percentiles::of(&lock(&self.0)[0], unit)
    }
}

/// Locks. A poisoned lock is fine: no update is left half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub(crate) fn take(&self, n: u64) {
        self.0.fetch_sub(n, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Measurements of a run, in microseconds unless stated otherwise.
#[derive(Debug)]
pub(crate) struct Measures {
    /// Intended send to acknowledgement.
    pub(crate) accepted: Timer,
    /// Intended send to the opponent's event.
    pub(crate) opponent: Timer,
    /// Intended send to the last watcher's event.
    pub(crate) last_watcher: Timer,
    /// Intended to actual send: delay in the load program, or by a late move of the opponent.
    pub(crate) send_delay: Timer,
    pub(crate) reconnect: Timer,
    pub(crate) create: Timer,
    /// Difference between the server's clocks and the model, milliseconds.
    pub(crate) clock_error: Timer,
    /// Time charged beyond the thinking time, milliseconds.
    pub(crate) overcharge: Timer,
    /// Games with both players connected.
    pub(crate) live: Counter,
    pub(crate) begun: Counter,
    pub(crate) sockets: Counter,
    pub(crate) games: Counter,
    pub(crate) ended: Counter,
    pub(crate) sent: Counter,
    pub(crate) acknowledged: Counter,
    pub(crate) events: Counter,
    pub(crate) cuts: Counter,
    errors: Mutex<Errors>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Errors {
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) examples: Vec<String>,
}

impl Measures {
    pub(crate) fn new() -> Self {
        Self {
            accepted: Timer::new(),
            opponent: Timer::new(),
            last_watcher: Timer::new(),
            send_delay: Timer::new(),
            reconnect: Timer::new(),
            create: Timer::new(),
            clock_error: Timer::new(),
            overcharge: Timer::new(),
            live: Counter::default(),
            begun: Counter::default(),
            sockets: Counter::default(),
            games: Counter::default(),
            ended: Counter::default(),
            sent: Counter::default(),
            acknowledged: Counter::default(),
            events: Counter::default(),
            cuts: Counter::default(),
            errors: Mutex::default(),
        }
    }

    pub(crate) fn error(&self, kind: impl Into<String>, about: impl FnOnce() -> String) {
        let mut errors = lock(&self.errors);
        let kind = kind.into();
        if errors.examples.len() < MAX_EXAMPLES {
            let example = format!("{kind}: {}", about());
            errors.examples.push(example);
        }
        *errors.counts.entry(kind).or_default() += 1;
    }

    pub(crate) fn errors(&self) -> Errors {
        lock(&self.errors).clone()
    }

    pub(crate) fn error_count(&self) -> u64 {
        lock(&self.errors).counts.values().sum()
    }
}
