//! What ends a search: depth, nodes, time and a flag, all given from outside.

use komadai_rules::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::report::Info;
use crate::search::Crew;

/// When a search must stop. Nothing set means: to the greatest depth the engine knows.
///
/// ```
/// use komadai_engine::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions visited; never exceeded by one thread, by several at most by 256 for each of them.
    pub nodes: Option<u64>,
    /// Positions visited after which no further iteration is begun: the one that passes it is
    /// finished.
    pub soft_nodes: Option<u64>,
    /// Milliseconds after which the search is broken off. Needs a clock in [`Control`].
    pub time_ms: Option<u64>,
    /// Milliseconds after which no further iteration is begun. Needs a clock in [`Control`].
    pub soft_time_ms: Option<u64>,
    /// Milliseconds beside those of `soft_time_ms` for a move that is neither clear nor doubtful:
    /// 0.58 of them where all the work goes to one move that has long been the best, up to twice as
    /// many where it changes and others take as much work.
    pub share_ms: Option<u64>,
    /// Only these moves are looked at; empty means all legal ones.
    pub root_moves: Vec<Move>,
    /// How many best moves are searched and told apart, each with its own line; 0 means 1.
    pub lines: usize,
    /// What a draw is worth to the side to move, in centipawns.
    pub draw_score: i32,
}

/// A player's clock as protocols report it, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Time left.
    pub left_ms: u64,
    /// Added after each move.
    pub increment_ms: u64,
    /// Time for each move once the rest is used up.
    pub byoyomi_ms: u64,
    /// Moves until more time is given, `None` where the time is for the whole game.
    pub moves_to_go: Option<u64>,
}

/// Moves a player's time is shared out among.
const HORIZON: u64 = 30;

impl Limits {
    /// At most `nodes` positions.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// At most `depth` iterations.
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// At most `ms` milliseconds.
    pub fn time(ms: u64) -> Self {
        Limits {
            time_ms: Some(ms),
            ..Limits::default()
        }
    }

    /// A given time for each move, less `overhead_ms` for the way of the move to the clock; at
    /// least 1 ms.
    pub fn for_move_time(ms: u64, overhead_ms: u64) -> Self {
        Limits::time(ms.saturating_sub(overhead_ms).max(1))
    }

    /// Shares out a clock: 0.6 of a thirtieth of what is left and of three quarters of the increment is
    /// the share of an ordinary move ([`share_ms`](Self::share_ms)); a fifth of what is left, with that
    /// increment, is the most (two of `moves + 1` parts before the last moves of a time control, all of it
    /// before the last). Of the byo-yomi, which nobody can save, all is there for each move. With
    /// fewer than thirty moves to the next time control what is left is divided by those. The
    /// `overhead_ms` for the way of the move to the clock is kept free.
    pub fn for_clock(clock: ClockState, overhead_ms: u64) -> Self {
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let fresh = clock.increment_ms / 4 * 3;
        let per_move = (clock.left_ms / moves).saturating_add(fresh);
        // A fifth, but all for the last move before a time control.
        let most = (clock.left_ms / (moves + 1)).saturating_mul(2);
        let most = most.max(clock.left_ms / 5).min(clock.left_ms);
        let whole = clock.left_ms.saturating_add(clock.byoyomi_ms);
        let cap = whole.saturating_sub(overhead_ms).max(1);
        let hard = most.saturating_add(fresh).saturating_add(clock.byoyomi_ms);
        Limits {
            time_ms: Some(hard.saturating_sub(overhead_ms).clamp(1, cap)),
            soft_time_ms: Some(clock.byoyomi_ms.saturating_sub(overhead_ms)),
            share_ms: Some(per_move / 10 * 6 + per_move % 10 * 6 / 10),
            ..Limits::default()
        }
    }

    /// Whether anything but the stop flag ends the search early.
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.time_ms.is_none()
            && self.soft_time_ms.is_none()
            && self.share_ms.is_none()
    }
}

/// The search's only ties to the world outside; each may be missing.
#[derive(Default)]
pub struct Control<'a> {
    /// Milliseconds since any fixed moment, never going back. Without it time limits are ignored.
    pub now_ms: Option<&'a dyn Fn() -> u64>,
    /// Set it to break the search off.
    pub stop: Option<&'a AtomicBool>,
    /// Called after every finished iteration and after the last, unfinished one.
    pub on_info: Option<&'a mut dyn FnMut(&Info)>,
}

impl Control<'_> {
    pub(crate) fn now(&self) -> u64 {
        self.now_ms.map_or(0, |now| now())
    }

    pub(crate) fn stop_requested(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Counts nodes against the limits and notices when one is reached.
pub(crate) struct Budget {
    nodes: u64,
    node_limit: u64,
    soft_node_limit: u64,
    next_poll: u64,
    /// Those who search with this thread.
    crew: Option<Arc<Crew>>,
    /// What the crew has been told of `nodes`.
    told: u64,
    started_ms: u64,
    hard_ms: u64,
    soft_ms: u64,
    share_ms: u64,
    stopped: bool,
}

/// Nodes between two looks at the clock and the flag: under a millisecond of search.
const POLL_EVERY: u64 = 256;

impl Budget {
    pub(crate) fn new(limits: &Limits, control: &Control<'_>, crew: Option<Arc<Crew>>) -> Self {
        let timed = control.now_ms.is_some();
        // Either alone bounds the iterations.
        let bounded = limits.soft_time_ms.or(limits.share_ms.map(|_| 0));
        Budget {
            nodes: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            soft_node_limit: limits.soft_nodes.unwrap_or(u64::MAX),
            next_poll: 0,
            crew,
            told: 0,
            started_ms: control.now(),
            hard_ms: limits.time_ms.filter(|_| timed).unwrap_or(u64::MAX),
            soft_ms: bounded.filter(|_| timed).unwrap_or(u64::MAX),
            share_ms: limits.share_ms.unwrap_or(0),
            stopped: false,
        }
    }

    /// Counts one position; false when the search must end (the position then isn't counted).
    #[inline]
    pub(crate) fn spend(&mut self, control: &Control<'_>) -> bool {
        if self.stopped || self.nodes >= self.node_limit {
            self.stopped = true;
            return false;
        }
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_EVERY;
            let late = self.elapsed(control) >= self.hard_ms;
            if control.stop_requested() || late || self.tell_crew() >= self.node_limit {
                self.stopped = true;
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// Lets the crew know how far this thread has come; how far all have.
    fn tell_crew(&mut self) -> u64 {
        let Some(crew) = &self.crew else {
            return self.nodes;
        };
        let news = self.nodes - self.told;
        self.told = self.nodes;
        crew.add_nodes(news)
    }

    pub(crate) fn elapsed(&self, control: &Control<'_>) -> u64 {
        control.now().saturating_sub(self.started_ms)
    }

    /// Whether a further iteration may begin, where the move deserves so many thousandths of an
    /// ordinary move's share.
    pub(crate) fn allows_another_iteration(&self, control: &Control<'_>, permille: u64) -> bool {
        let share = self.share_ms.saturating_mul(permille) / 1_000;
        !self.stopped
            && self.nodes_of_all() < self.node_limit.min(self.soft_node_limit)
            && self.elapsed(control) < self.soft_ms.saturating_add(share).min(self.hard_ms)
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.hard_ms.min(self.soft_ms) != u64::MAX
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Positions visited by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions visited by all threads of the search.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        match &self.crew {
            Some(crew) => crew.nodes() + self.nodes - self.told,
            None => self.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockState, Limits};

    /// Iterations may begin until, in an ordinary case, and the search goes on until, milliseconds.
    fn until(clock: ClockState, overhead_ms: u64) -> [u64; 2] {
        let limits = Limits::for_clock(clock, overhead_ms);
        let [soft, share] = [limits.soft_time_ms, limits.share_ms].map(Option::unwrap);
        [soft + share, limits.time_ms.unwrap()]
    }

    /// Only six tenths of it were used.
    #[test]
    fn byoyomi_that_cannot_be_saved_is_used_up() {
        let clock = ClockState {
            byoyomi_ms: 10_000,
            ..ClockState::default()
        };
        assert_eq!(until(clock, 100), [9_900, 9_900]);
        let clock = ClockState {
            left_ms: 60_000,
            ..clock
        };
        assert_eq!(until(clock, 100), [9_900 + 1_200, 9_900 + 12_000]);
    }

    /// It made no difference whether it was 1 or 29.
    #[test]
    fn the_moves_to_the_next_time_control_are_heeded() {
        let clock = |moves_to_go| ClockState {
            left_ms: 60_000,
            moves_to_go,
            ..ClockState::default()
        };
        assert_eq!(until(clock(Some(1)), 100), [36_000, 59_900]);
        assert_eq!(until(clock(Some(2)), 100), [18_000, 39_900]);
        assert_eq!(until(clock(Some(10)), 0), [3_600, 12_000]);
        for moves in [None, Some(30), Some(40), Some(u64::MAX)] {
            assert_eq!(until(clock(moves), 0), [1_200, 12_000]);
        }
        assert_eq!(until(clock(Some(0)), 100), until(clock(Some(1)), 100));
    }

    /// Below 300 ms nothing was left of it, and a move was played after one ply.
    #[test]
    fn little_time_is_a_little_share() {
        for (left_ms, share) in [(290, 5), (200, 3), (100, 1), (29, 0)] {
            let clock = ClockState {
                left_ms,
                ..ClockState::default()
            };
            assert_eq!(until(clock, 0)[0], share, "{left_ms}");
        }
    }

    #[test]
    fn there_is_always_a_millisecond_and_never_more_than_is_left() {
        for left_ms in [0, 1, 50, 51, 1_000] {
            for byoyomi_ms in [0, 40, 60] {
                let clock = ClockState {
                    left_ms,
                    byoyomi_ms,
                    increment_ms: 5_000,
                    moves_to_go: None,
                };
                let [_, hard] = until(clock, 50);
                let most = (left_ms + byoyomi_ms).saturating_sub(50).max(1);
                assert!((1..=most).contains(&hard), "{clock:?}: {hard}");
            }
        }
        let [soft, hard] = until(
            ClockState {
                left_ms: u64::MAX,
                increment_ms: u64::MAX,
                byoyomi_ms: 1_000,
                moves_to_go: None,
            },
            0,
        );
        assert!(soft > 1_000 && hard > soft);
    }
}
