//! One line a minute for a repeated fault, with a count of the suppressed lines.

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Interval of reports, and of silence after which a fault counts as new.
const EVERY: Duration = Duration::from_secs(60);
/// Faults counted separately; further ones share a counter.
const MAX_FAULTS: usize = 100;
const REPORTS: &str = "komadai_server::repeats";

pub(super) static REPEATS: LazyLock<Repeats> = LazyLock::new(Repeats::default);

/// A layer that passes the first warning or error of a kind and counts the rest. Lower levels are bounded by
/// the rates of the events they report.
pub(super) struct WithoutRepeats(pub(super) &'static Repeats);

impl<S: Subscriber> Layer<S> for WithoutRepeats {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        *metadata.level() > Level::WARN || metadata.target() == REPORTS || self.0.is_new(event)
    }
}

#[derive(Default)]
pub(super) struct Repeats(Mutex<HashMap<Option<u64>, Repetition>>);

#[derive(Default)]
struct Repetition {
    line: String,
    /// Lines suppressed since the last report.
    left_out: u64,
}

impl Repeats {
    fn faults(&self) -> MutexGuard<'_, HashMap<Option<u64>, Repetition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_new(&self, event: &Event<'_>) -> bool {
        let mut words = FieldText::default();
        event.record(&mut words);
        let mut hasher = DefaultHasher::new();
        event.metadata().callsite().hash(&mut hasher);
        words.text.hash(&mut hasher);
        let mut key = Some(hasher.finish());
        let mut faults = self.faults();
        if let Some(fault) = faults.get_mut(&key) {
            fault.left_out += 1;
            return false;
        }
        let is_full = faults.len() >= MAX_FAULTS;
        if is_full {
            key = None;
        }
        let fault = faults.entry(key).or_default();
        fault.left_out += u64::from(is_full);
        fault.line = words.text;
        !is_full
    }

    fn take(&self) -> Vec<Repetition> {
        let mut repeated = Vec::new();
        self.faults().retain(|_, fault| {
            let left_out = std::mem::take(&mut fault.left_out);
            if left_out > 0 {
                let line = fault.line.clone();
                repeated.push(Repetition { line, left_out });
            }
            left_out > 0
        });
        repeated
    }
}

/// Identity of a fault: message, error and game. A client controls none of them.
#[derive(Default)]
struct FieldText {
    text: String,
}

impl Visit for FieldText {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        use fmt::Write as _;
        if matches!(field.name(), "message" | "error" | "game.id") {
            let space = if self.text.is_empty() { "" } else { " " };
            let _ = write!(self.text, "{space}{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

pub(crate) async fn report(stop: CancellationToken) {
    while stop
        .run_until_cancelled(tokio::time::sleep(EVERY))
        .await
        .is_some()
    {
        for Repetition { line, left_out } in REPEATS.take() {
            let fault = super::shown(line.as_bytes());
            tracing::warn!(target: REPORTS, { log.left_out = left_out, log.line = fault }, "log.repeated");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    struct Count(Arc<Mutex<Vec<String>>>);

    impl<S: Subscriber> Layer<S> for Count {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let mut words = FieldText::default();
            event.record(&mut words);
            self.0.lock().expect("sound").push(words.text);
        }
    }

    #[test]
    fn a_fault_that_repeats_is_one_line_and_a_count() {
        let repeats: &'static Repeats = Box::leak(Box::default());
        let passed = Arc::<Mutex<Vec<String>>>::default();
        let logs = tracing_subscriber::registry()
            .with(WithoutRepeats(repeats))
            .with(Count(passed.clone()));
        let counts = || -> Vec<u64> {
            let mut all: Vec<u64> = repeats.take().iter().map(|it| it.left_out).collect();
            all.sort_unstable();
            all
        };
        let foreign_host = |host: u32| tracing::warn!(host, "http.foreign-host");
        tracing::subscriber::with_default(logs, || {
            for n in 0..1000 {
                foreign_host(n);
                tracing::error!(error = "disk full", "store.commit failed");
                tracing::info!("game.created");
            }
            tracing::error!(error = "closed", "store.commit failed");
            let passed = || std::mem::take(&mut *passed.lock().expect("sound"));
            let all = passed();
            assert_eq!(all.len(), 1003);
            let faults: Vec<_> = all.iter().filter(|it| !it.contains("created")).collect();
            let expected = [
                "http.foreign-host",
                "store.commit failed disk full",
                "store.commit failed closed",
            ];
            assert_eq!(faults, expected);
            assert_eq!(counts(), [999, 999]);
            // While the fault repeats, only reports are logged. After a pause it is new.
            foreign_host(0);
            assert_eq!((passed().len(), counts()), (0, vec![1]));
            assert!(counts().is_empty());
            foreign_host(0);
            assert_eq!(passed(), ["http.foreign-host"]);
            for n in 0..1000 {
                tracing::warn!(game.id = n, "game.read failed");
            }
            assert!(passed().len() < MAX_FAULTS);
            assert_eq!(counts().len(), 1);
        });
    }
}
