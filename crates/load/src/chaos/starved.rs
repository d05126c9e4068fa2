//! When somebody stood still who is not meant to: this program, by its own pulse, and this program or the server,
//! waiting for a processor, by the kernel's account (`schedstat`). What the server says of itself plays no part.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::time::Time;

/// This program feels its own pulse so often, and the kernel is asked so often.
const PULSE: Duration = Duration::from_millis(5);
/// Between two beats of the pulse more than this, microseconds, is a stall.
const STALL_US: u64 = 10_000;
/// So is a wait for a processor from here on: of short ones there are many, one after the other.
const WAIT_US: u64 = 2000;

/// Looks at the processes of a run.
pub(super) struct Starved {
    time: Time,
    /// The servers; 0 while there is none.
    pub(super) servers: Vec<AtomicU32>,
    /// NATS, over which they speak; 0 without it.
    pub(super) bus: AtomicU32,
    over: AtomicBool,
    spans: Mutex<Vec<(u64, u64)>>,
}

impl Starved {
    /// Looks from now on at so many servers.
    pub(super) fn watch(time: Time, servers: u32) -> Arc<Self> {
        let starved = Arc::new(Self {
            time,
            servers: (0..servers).map(|_| AtomicU32::new(0)).collect(),
            bus: AtomicU32::new(0),
            over: AtomicBool::new(false),
            spans: Mutex::default(),
        });
        let watched = starved.clone();
        // A thread of its own: it sees what the tasks of this program wait for.
        std::thread::spawn(move || watched.ask_kernel());
        tokio::spawn(starved.clone().feel_pulse());
        starved
    }

    async fn feel_pulse(self: Arc<Self>) {
        let mut last_us = self.time.now_us();
        while !self.over.load(Ordering::Relaxed) {
            tokio::time::sleep(PULSE).await;
            let now_us = self.time.now_us();
            self.stalled(last_us, now_us, STALL_US);
            last_us = now_us;
        }
    }

    fn ask_kernel(&self) {
        let mut waited = HashMap::new();
        while !self.over.load(Ordering::Relaxed) {
            std::thread::sleep(PULSE);
            let servers = self
                .servers
                .iter()
                .chain([&self.bus])
                .map(|pid| pid.load(Ordering::Relaxed));
            for pid in std::iter::once(std::process::id()).chain(servers) {
                let more_us = waiting_us(pid, &mut waited);
                let now_us = self.time.now_us();
                self.stalled(now_us.saturating_sub(more_us), now_us, WAIT_US);
            }
        }
    }

    fn stalled(&self, from_us: u64, to_us: u64, least_us: u64) {
        if to_us - from_us > least_us {
            let mut spans = self.spans.lock().unwrap_or_else(PoisonError::into_inner);
            spans.push((from_us, to_us));
        }
    }

    /// Ends it. All stalls, in their order; none of them overlap.
    pub(super) fn end(&self) -> Vec<(u64, u64)> {
        self.over.store(true, Ordering::Relaxed);
        let mut spans = self.spans.lock().unwrap_or_else(PoisonError::into_inner);
        united(std::mem::take(&mut spans))
    }
}

fn united(mut spans: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    spans.sort_unstable();
    let mut united: Vec<(u64, u64)> = Vec::new();
    for (from, to) in spans {
        match united.last_mut() {
            Some(last) if last.1 >= from => last.1 = last.1.max(to),
            _ => united.push((from, to)),
        }
    }
    united
}

/// The longest that a thread of a process has waited for a processor since it was last asked, microseconds.
fn waiting_us(pid: u32, waited: &mut HashMap<String, u64>) -> u64 {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return 0;
    };
    let more = |thread: fs::DirEntry| {
        let path = thread.path();
        let account = fs::read_to_string(path.join("schedstat")).ok()?;
        let now: u64 = account.split_whitespace().nth(1)?.parse().ok()?;
        let thread = path.to_string_lossy().into_owned();
        // Of a thread that is new all it has waited.
        Some(now - waited.insert(thread, now).unwrap_or(0).min(now))
    };
    let longest = threads.flatten().filter_map(more).max();
    longest.unwrap_or(0) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stalls_are_united() {
        let spans = vec![(50, 60), (10, 20), (15, 30), (30, 31), (59, 60)];
        assert_eq!(united(spans), [(10, 31), (50, 60)]);
        assert_eq!(united(Vec::new()), []);
    }

    #[test]
    fn the_kernel_has_an_account_of_this_process_and_none_of_nobody() {
        let mut waited = HashMap::new();
        waiting_us(std::process::id(), &mut waited);
        assert!(!waited.is_empty());
        assert_eq!(waiting_us(u32::MAX, &mut waited), 0);
    }
}
