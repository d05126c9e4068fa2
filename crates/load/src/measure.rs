//! What is measured while a run goes on, by all simulated clients together.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hdrhistogram::Histogram;

use crate::report::Percentiles;

/// Longest value of a histogram, microseconds (ten minutes); longer ones count as this.
const MAX_US: u64 = 600_000_000;
/// Digits to which a value is kept.
const DIGITS: u8 = 3;
/// Most sentences kept beside the counts of errors.
const MAX_EXAMPLES: usize = 20;

/// A histogram of the whole run, and one since it was last looked at.
#[derive(Debug)]
pub(crate) struct Timer(Mutex<[Histogram<u64>; 2]>);

impl Timer {
    fn new() -> Self {
        let empty =
            || Histogram::new_with_bounds(1, MAX_US, DIGITS).expect("the bounds are sensible");
        Self(Mutex::new([empty(), empty()]))
    }

    /// Adds a value, in microseconds, or in milliseconds where a timer counts those.
    pub(crate) fn record(&self, value: u64) {
        for histogram in lock(&self.0).iter_mut() {
            histogram.saturating_record(value);
        }
    }

    /// Two percentiles of the values since the last call: the median and the 99th.
    pub(crate) fn recent(&self) -> (u64, u64) {
        let recent = &mut lock(&self.0)[1];
        let found = (
            recent.value_at_quantile(0.5),
            recent.value_at_quantile(0.99),
        );
        recent.reset();
        found
    }

    /// All values, of which `unit` are a millisecond.
    pub(crate) fn percentiles(&self, unit: u32) -> Percentiles {
        Percentiles::of(&lock(&self.0)[0], unit)
    }
}

/// Locks; a panic elsewhere left nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A number that many clients change.
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

/// Everything that is measured. Times are microseconds unless they say otherwise.
#[derive(Debug)]
pub(crate) struct Measures {
    /// Intended send to acknowledgement.
    pub(crate) accepted: Timer,
    /// Intended send to the opponent's event.
    pub(crate) opponent: Timer,
    /// Intended send to the event of the last watcher.
    pub(crate) last_watcher: Timer,
    /// Intended send to actual send: what the load program and waiting for the opponent's move add.
    pub(crate) send_delay: Timer,
    /// Cut to welcome.
    pub(crate) reconnect: Timer,
    /// Request to answer when a game is made.
    pub(crate) create: Timer,
    /// Server's clocks against the model, milliseconds.
    pub(crate) clock_error: Timer,
    /// Charged beyond what the player thought, milliseconds.
    pub(crate) overcharge: Timer,
    /// Games with both players connected.
    pub(crate) live: Counter,
    /// Tables and watchers that have begun.
    pub(crate) begun: Counter,
    /// Open sockets.
    pub(crate) sockets: Counter,
    pub(crate) games: Counter,
    pub(crate) ended: Counter,
    pub(crate) sent: Counter,
    pub(crate) acknowledged: Counter,
    pub(crate) events: Counter,
    pub(crate) cuts: Counter,
    errors: Mutex<Errors>,
}

/// Counts of errors by their kind, and sentences about the first ones.
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

    /// Counts an error.
    pub(crate) fn error(&self, kind: impl Into<String>, about: impl FnOnce() -> String) {
        let mut errors = lock(&self.errors);
        let kind = kind.into();
        if errors.examples.len() < MAX_EXAMPLES {
            let example = format!("{kind}: {}", about());
            errors.examples.push(example);
        }
        *errors.counts.entry(kind).or_default() += 1;
    }

    /// The errors so far.
    pub(crate) fn errors(&self) -> Errors {
        lock(&self.errors).clone()
    }

    /// How many errors there were.
    pub(crate) fn error_count(&self) -> u64 {
        lock(&self.errors).counts.values().sum()
    }
}
