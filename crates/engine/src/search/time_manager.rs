//! Node, time and stop limits of a search.

use super::lazy_smp::SharedSearch;
use crate::control::Control;
use crate::limits::Limits;
use crate::params::POLL_INTERVAL_NODES;

/// Node counter of one thread; checks the limits.
pub(crate) struct TimeManager<'s> {
    nodes: u64,
    max_nodes: u64,
    soft_nodes: u64,
    next_poll: u64,
    /// State shared with the other threads.
    shared: Option<&'s SharedSearch>,
    /// Part of `nodes` already in the shared count.
    shared_nodes: u64,
    started_ms: u64,
    maximum_ms: u64,
    soft_ms: u64,
    optimum_ms: u64,
    stopped: bool,
}

impl<'s> TimeManager<'s> {
    pub(super) fn new(
        limits: &Limits,
        control: &Control<'_>,
        shared: Option<&'s SharedSearch>,
    ) -> Self {
        let has_clock = control.now_ms.is_some();
        // Either limit alone also ends the search between iterations.
        let soft_ms = limits.soft_time_ms.or(limits.optimum_ms.map(|_| 0));
        TimeManager {
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX).max(1),
            soft_nodes: limits.soft_nodes.unwrap_or(u64::MAX),
            next_poll: 0,
            shared,
            shared_nodes: 0,
            started_ms: control.now(),
            maximum_ms: limits.time_ms.filter(|_| has_clock).unwrap_or(u64::MAX),
            soft_ms: soft_ms.filter(|_| has_clock).unwrap_or(u64::MAX),
            optimum_ms: limits.optimum_ms.unwrap_or(0),
            stopped: false,
        }
    }

    /// Counts a node; `false`, without counting, if the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self, control: &Control<'_>) -> bool {
        if self.stopped || self.nodes >= self.max_nodes {
            self.stopped = true;
            return false;
        }
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_INTERVAL_NODES;
            let out_of_time = self.elapsed_ms(control) >= self.maximum_ms;
            if control.stop_requested() || out_of_time || self.share_nodes() >= self.max_nodes {
                self.stopped = true;
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// Adds this thread's new nodes to the shared count and returns the total.
    fn share_nodes(&mut self) -> u64 {
        let Some(shared) = self.shared else {
            return self.nodes;
        };
        let new = self.nodes - self.shared_nodes;
        self.shared_nodes = self.nodes;
        shared.add_nodes(new)
    }

    pub(super) fn elapsed_ms(&self, control: &Control<'_>) -> u64 {
        control.now().saturating_sub(self.started_ms)
    }

    /// `true` if another iteration may begin, given the scale of the optimum time from the best
    /// move's stability.
    pub(super) fn may_begin_iteration(&self, control: &Control<'_>, permille: u64) -> bool {
        let optimum = self.optimum_ms.saturating_mul(permille) / 1_000;
        let until = self.soft_ms.saturating_add(optimum).min(self.maximum_ms);
        !self.stopped
            && self.total_nodes() < self.max_nodes.min(self.soft_nodes)
            && self.elapsed_ms(control) < until
    }

    pub(super) fn is_timed(&self) -> bool {
        self.maximum_ms.min(self.soft_ms) != u64::MAX
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads as of their last poll.
    pub(super) fn total_nodes(&self) -> u64 {
        match self.shared {
            Some(shared) => shared.nodes() + self.nodes - self.shared_nodes,
            None => self.nodes,
        }
    }
}
