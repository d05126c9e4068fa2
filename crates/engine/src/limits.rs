//! Depth, node and time limits of a search, and time management.

use komadai_rules::Move;

use crate::params::{INCREMENT_QUARTERS, MAX_TIME_DIVISOR, MOVES_TO_GO, OPTIMUM_TENTHS};

/// Limits of a search. Without any, the search ends at the maximum depth.
///
/// ```
/// use komadai_engine::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Maximum nodes; exact with one thread, exceeded by at most 256 per thread with several.
    pub nodes: Option<u64>,
    /// No iteration begins after this many nodes; the running one finishes.
    pub soft_nodes: Option<u64>,
    /// Maximum time in milliseconds. Needs a clock in [`Control`](crate::Control).
    pub time_ms: Option<u64>,
    /// No iteration begins after this many milliseconds. Needs a clock in
    /// [`Control`](crate::Control).
    pub soft_time_ms: Option<u64>,
    /// Optimum time in milliseconds, added to `soft_time_ms` and scaled: down to 0.58 if the best
    /// move is stable and takes all nodes of an iteration, up to 2 if it changes and other moves
    /// take as many nodes. No iteration begins after it.
    pub optimum_ms: Option<u64>,
    /// Root moves to search; empty for all legal moves.
    pub root_moves: Vec<Move>,
    /// Number of principal variations; 0 means 1.
    pub multi_pv: usize,
    /// Value of a draw for the side to move at the root, in centipawns (negated contempt).
    pub draw_score: i32,
}

/// A player's clock as in USI and UCI, in milliseconds.
///
/// ```
/// use komadai_engine::{ClockState, Limits};
/// // Byo-yomi alone: nothing is saved by moving sooner.
/// let clock = ClockState { byoyomi_ms: 10_000, ..ClockState::default() };
/// assert_eq!(Limits::for_clock(clock, 100).time_ms, Some(9_900));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Time left.
    pub left_ms: u64,
    /// Increment added after each move.
    pub increment_ms: u64,
    /// Byo-yomi: time for each move once the main time is used up.
    pub byoyomi_ms: u64,
    /// Moves until the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u64>,
}

impl Limits {
    /// At most `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// At most `depth` plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// At most `ms` milliseconds.
    #[must_use]
    pub fn time(ms: u64) -> Self {
        Limits {
            time_ms: Some(ms),
            ..Limits::default()
        }
    }

    /// A fixed time per move in milliseconds less the move overhead; at least 1 ms.
    #[must_use]
    pub fn for_move_time(ms: u64, overhead_ms: u64) -> Self {
        Limits::time(ms.saturating_sub(overhead_ms).max(1))
    }

    /// Time management for a clock.
    ///
    /// * The optimum time ([`optimum_ms`](Self::optimum_ms)) is 0.6 × (time left / moves to go (at
    ///   most 30) + ¾ of the increment).
    /// * The maximum time ([`time_ms`](Self::time_ms)) is a fifth of the time left, or two of
    ///   `moves_to_go` + 1 parts of it if that is more, plus ¾ of the increment.
    /// * Byo-yomi cannot be saved: all of it is added to both.
    ///
    /// `overhead_ms`, the move overhead, is kept free.
    ///
    /// ```
    /// use komadai_engine::{ClockState, Limits};
    /// let clock = ClockState { left_ms: 60_000, ..ClockState::default() };
    /// let limits = Limits::for_clock(clock, 0);
    /// // A fifth at most, and 0.6 of a thirtieth as a rule.
    /// assert_eq!((limits.time_ms, limits.optimum_ms), (Some(12_000), Some(1_200)));
    /// ```
    #[must_use]
    pub fn for_clock(clock: ClockState, overhead_ms: u64) -> Self {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO);
        let moves = moves.clamp(1, MOVES_TO_GO);
        let increment = clock.increment_ms / 4 * INCREMENT_QUARTERS;
        let per_move = (clock.left_ms / moves).saturating_add(increment);
        // The last move before a time control gets all of it.
        let two_parts = (clock.left_ms / (moves + 1)).saturating_mul(2);
        let share = two_parts
            .max(clock.left_ms / MAX_TIME_DIVISOR)
            .min(clock.left_ms);
        let available = clock.left_ms.saturating_add(clock.byoyomi_ms);
        let available = available.saturating_sub(overhead_ms).max(1);
        let maximum = (share.saturating_add(increment)).saturating_add(clock.byoyomi_ms);
        Limits {
            time_ms: Some(maximum.saturating_sub(overhead_ms).clamp(1, available)),
            soft_time_ms: Some(clock.byoyomi_ms.saturating_sub(overhead_ms)),
            optimum_ms: Some(per_move / 10 * OPTIMUM_TENTHS + per_move % 10 * OPTIMUM_TENTHS / 10),
            ..Limits::default()
        }
    }

    /// `true` if only the stop flag ends the search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.time_ms.is_none()
            && self.soft_time_ms.is_none()
            && self.optimum_ms.is_none()
    }

    pub(crate) fn allows_root_move(&self, mv: Move) -> bool {
        self.root_moves.is_empty() || self.root_moves.contains(&mv)
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockState, Limits};

    /// Optimum and maximum time in milliseconds, byo-yomi included.
    fn times(clock: ClockState, overhead_ms: u64) -> [u64; 2] {
        let limits = Limits::for_clock(clock, overhead_ms);
        let [soft, optimum] = [limits.soft_time_ms, limits.optimum_ms].map(Option::unwrap);
        [soft + optimum, limits.time_ms.unwrap()]
    }

    #[test]
    fn all_byoyomi_is_used() {
        let clock = ClockState {
            byoyomi_ms: 10_000,
            ..ClockState::default()
        };
        assert_eq!(times(clock, 100), [9_900, 9_900]);
        let clock = ClockState {
            left_ms: 60_000,
            ..clock
        };
        assert_eq!(times(clock, 100), [9_900 + 1_200, 9_900 + 12_000]);
    }

    #[test]
    fn fewer_moves_to_the_time_control_give_each_more_time() {
        let clock = |moves_to_go| ClockState {
            left_ms: 60_000,
            moves_to_go,
            ..ClockState::default()
        };
        assert_eq!(times(clock(Some(1)), 100), [36_000, 59_900]);
        assert_eq!(times(clock(Some(2)), 100), [18_000, 39_900]);
        assert_eq!(times(clock(Some(10)), 0), [3_600, 12_000]);
        for moves in [None, Some(30), Some(40), Some(u64::MAX)] {
            assert_eq!(times(clock(moves), 0), [1_200, 12_000]);
        }
        assert_eq!(times(clock(Some(0)), 100), times(clock(Some(1)), 100));
    }

    #[test]
    fn optimum_time_is_rounded_down_to_a_millisecond_not_to_ten() {
        for (left_ms, optimum) in [(290, 5), (200, 3), (100, 1), (29, 0)] {
            let clock = ClockState {
                left_ms,
                ..ClockState::default()
            };
            assert_eq!(times(clock, 0)[0], optimum, "{left_ms}");
        }
    }

    #[test]
    fn maximum_time_is_at_least_a_millisecond_and_at_most_what_is_left() {
        for left_ms in [0, 1, 50, 51, 1_000] {
            for byoyomi_ms in [0, 40, 60] {
                let clock = ClockState {
                    left_ms,
                    byoyomi_ms,
                    increment_ms: 5_000,
                    moves_to_go: None,
                };
                let [_, maximum] = times(clock, 50);
                let available = (left_ms + byoyomi_ms).saturating_sub(50).max(1);
                assert!((1..=available).contains(&maximum), "{clock:?}: {maximum}");
            }
        }
        let [optimum, maximum] = times(
            ClockState {
                left_ms: u64::MAX,
                increment_ms: u64::MAX,
                byoyomi_ms: 1_000,
                moves_to_go: None,
            },
            0,
        );
        assert!(optimum > 1_000 && maximum > optimum);
    }
}
