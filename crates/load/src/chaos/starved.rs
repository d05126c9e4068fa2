//! Stall detection: gaps in this program's own pulse, and waits for a CPU of this program or the servers by the
//! kernel's `schedstat`. Independent of what servers report.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::time::Time;

/// Interval of the pulse, and of reading `schedstat`.
const PULSE: Duration = Duration::from_millis(5);
/// Pulse gap that counts as a stall.
const STALL_US: u64 = 10_000;
/// Wait for a CPU that counts as a stall. It is low because short waits come in series.
const WAIT_US: u64 = 2000;

pub(super) struct Starved {
    time: Time,
    /// Process ids of the servers; 0 if not running.
    pub(super) servers: Vec<AtomicU32>,
    /// Process id of NATS; 0 if not running.
    pub(super) bus: AtomicU32,
    over: AtomicBool,
    spans: Mutex<Vec<(u64, u64)>>,
}

impl Starved {
    pub(super) fn watch(time: Time, servers: u32) -> Arc<Self> {
        let starved = Arc::new(Self {
            time,
            servers: (0..servers).map(|_| AtomicU32::new(0)).collect(),
            bus: AtomicU32::new(0),
            over: AtomicBool::new(false),
            spans: Mutex::default(),
        });
        let watched = starved.clone();
        // A thread of its own, so that a blocked runtime does not delay it.
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

    /// Stops, and returns all stalls, sorted and not overlapping.
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

/// Longest wait for a CPU of any thread of a process since the last call.
fn waiting_us(pid: u32, waited: &mut HashMap<String, u64>) -> u64 {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return 0;
    };
    let more = |thread: fs::DirEntry| {
        let path = thread.path();
        let account = fs::read_to_string(path.join("schedstat")).ok()?;
        let now: u64 = account.split_whitespace().nth(1)?.parse().ok()?;
        let thread = path.to_string_lossy().into_owned();
        // A new thread counts with its total.
        Some(now - waited.insert(thread, now).unwrap_or(0).min(now))
    };
    let longest = threads.flatten().filter_map(more).max();
    longest.unwrap_or(0) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_stalls_are_merged() {
        let spans = vec![(50, 60), (10, 20), (15, 30), (30, 31), (59, 60)];
        assert_eq!(united(spans), [(10, 31), (50, 60)]);
        assert_eq!(united(Vec::new()), []);
    }

    #[test]
    fn waits_of_this_process_are_read_and_a_missing_process_has_none() {
        let mut waited = HashMap::new();
        waiting_us(std::process::id(), &mut waited);
        assert!(!waited.is_empty());
        assert_eq!(waiting_us(u32::MAX, &mut waited), 0);
    }
}
