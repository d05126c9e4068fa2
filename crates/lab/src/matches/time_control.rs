use komadai_engine::{ClockState, Limits};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Limit for both engines. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    Clock {
        base_ms: u64,
        /// Added after each move.
        increment_ms: u64,
        /// Time for each move once the main time is used up.
        byoyomi_ms: u64,
    },
    MoveTimeMs(u64),
    Nodes(u64),
    /// Plies of each search.
    Depth(u32),
}

impl TimeControl {
    /// Clock at the start of the game; all zero without a clock.
    #[must_use]
    pub fn start(&self) -> ClockState {
        match *self {
            TimeControl::Clock {
                base_ms,
                increment_ms,
                byoyomi_ms,
            } => ClockState {
                left_ms: base_ms,
                increment_ms,
                byoyomi_ms,
                moves_to_go: None,
            },
            _ => ClockState::default(),
        }
    }

    /// Milliseconds for the next move; `None` for a limit of nodes or depth.
    #[must_use]
    pub fn budget_ms(&self, clock: ClockState) -> Option<u64> {
        match *self {
            TimeControl::Clock { .. } => Some(clock.left_ms + clock.byoyomi_ms),
            TimeControl::MoveTimeMs(ms) => Some(ms),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// Clock after a move that took `used_ms`. Time beyond the main time comes from the byo-yomi.
    #[must_use]
    pub fn after(&self, clock: ClockState, used_ms: u64) -> ClockState {
        ClockState {
            left_ms: clock.left_ms.saturating_sub(used_ms) + clock.increment_ms,
            ..clock
        }
    }

    /// Limits of a built-in engine, which reserves `overhead_ms` for the transmission of its move.
    #[must_use]
    pub(crate) fn limits(&self, clock: ClockState, overhead_ms: u64) -> Limits {
        match *self {
            TimeControl::Clock { .. } => Limits::for_clock(clock, overhead_ms),
            TimeControl::MoveTimeMs(ms) => Limits::for_move_time(ms, overhead_ms),
            TimeControl::Nodes(nodes) => Limits::nodes(nodes),
            TimeControl::Depth(depth) => Limits::depth(depth),
        }
    }
}

/// `10 s + 0.1 s a move`, `20000 nodes a move`
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1_000.0;
        match *self {
            TimeControl::Clock {
                base_ms,
                increment_ms,
                byoyomi_ms,
            } => {
                write!(f, "{} s", seconds(base_ms))?;
                if increment_ms > 0 {
                    write!(f, " + {} s a move", seconds(increment_ms))?;
                }
                if byoyomi_ms > 0 {
                    write!(f, ", byo-yomi {} s", seconds(byoyomi_ms))?;
                }
                Ok(())
            }
            TimeControl::MoveTimeMs(ms) => write!(f, "{} s a move", seconds(ms)),
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            TimeControl::Depth(depth) => write!(f, "{depth} plies a move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: TimeControl = TimeControl::Clock {
        base_ms: 10_000,
        increment_ms: 100,
        byoyomi_ms: 2_000,
    };

    #[test]
    fn increments_are_added_and_unused_byoyomi_is_lost() {
        let clock = MIXED.start();
        assert_eq!(MIXED.budget_ms(clock), Some(12_000));
        let clock = MIXED.after(clock, 4_000);
        assert_eq!(clock.left_ms, 6_100);
        // Uses a second of the byo-yomi.
        let clock = MIXED.after(clock, 7_100);
        assert_eq!(clock.left_ms, 100);
        assert_eq!(MIXED.budget_ms(clock), Some(2_100));
        assert_eq!(TimeControl::Nodes(9).budget_ms(clock), None);
        assert_eq!(TimeControl::MoveTimeMs(9).budget_ms(clock), Some(9));
    }

    #[test]
    fn time_controls_are_displayed_in_seconds() {
        for (control, text) in [
            (MIXED, "10 s + 0.1 s a move, byo-yomi 2 s"),
            (TimeControl::MoveTimeMs(500), "0.5 s a move"),
            (TimeControl::Nodes(20_000), "20000 nodes a move"),
            (TimeControl::Depth(4), "4 plies a move"),
        ] {
            assert_eq!(control.to_string(), text);
        }
    }
}
