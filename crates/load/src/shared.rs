//! State shared by all simulated clients of a run.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

use crate::measure::Measures;
use crate::plan::LoadPlan;
use crate::target::Target;
use crate::time::Time;
use crate::watching::Watching;

pub(crate) struct Shared {
    pub(crate) plan: LoadPlan,
    pub(crate) target: Target,
    pub(crate) time: Time,
    pub(crate) measures: Measures,
    pub(crate) watching: Watching,
    /// Moves due from here on count for latencies.
    measured_from_us: AtomicU64,
    stop: watch::Sender<bool>,
}

impl Shared {
    pub(crate) fn new(plan: LoadPlan, target: Target) -> Self {
        Self {
            watching: Watching::new(plan.watchers),
            plan,
            target,
            time: Time::start(),
            measures: Measures::new(),
            measured_from_us: AtomicU64::new(u64::MAX),
            stop: watch::channel(false).0,
        }
    }

    pub(crate) fn measure_from(&self, at_us: u64) {
        self.measured_from_us.store(at_us, Ordering::Relaxed);
    }

    /// `true` if a move due at `intended_us` counts for latencies.
    pub(crate) fn counts(&self, intended_us: u64) -> bool {
        intended_us >= self.measured_from_us.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Receiver that changes when players must stop, marked as changed if they already must.
    pub(crate) fn stopped(&self) -> watch::Receiver<bool> {
        let mut stopped = self.stop.subscribe();
        if *stopped.borrow() {
            stopped.mark_changed();
        }
        stopped
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Such a game must not be played to its end, which takes hours.
    #[tokio::test]
    async fn a_game_that_begins_with_the_stop_stops_too() {
        let target = Target::resolve("http://127.0.0.1:9", 1).await;
        let shared = Shared::new(LoadPlan::default(), target.expect("an address"));
        let mut before = shared.stopped();
        shared.stop();
        let mut after = shared.stopped();
        for stopped in [&mut before, &mut after] {
            let changed = tokio::time::timeout(Duration::from_secs(5), stopped.changed()).await;
            changed.expect("in time").expect("a sender");
            assert!(*stopped.borrow());
        }
    }
}
