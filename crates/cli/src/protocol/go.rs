//! What `go` asks for, and the limits of search that follow from it.

use komadai_engine::{ClockState, Limits};
use komadai_rules::Side;

pub(crate) type Milliseconds = u64;

/// The words behind `go`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Go<'a> {
    /// Search until `stop`.
    pub(crate) infinite: bool,
    /// Search in the opponent's time until `ponderhit` or `stop`.
    pub(crate) ponder: bool,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) move_time: Option<Milliseconds>,
    /// Both players' clocks, by side.
    pub(crate) clock: Option<[ClockState; 2]>,
    pub(crate) moves_to_go: Option<u64>,
    /// Look for a mate: USI in so many milliseconds, UCI in so many moves, `None` without limit.
    pub(crate) mate: Option<Option<u64>>,
    /// The only moves to consider; all if empty.
    pub(crate) moves: Vec<&'a str>,
    /// What is said of words that can't be understood and were left out.
    pub(crate) complaints: Vec<String>,
}

impl Go<'_> {
    pub(super) fn clock_mut(&mut self, side: Side) -> &mut ClockState {
        &mut self.clock.get_or_insert_default()[side.index()]
    }

    /// The limits for the side to move. Time on the way from us to the clock is `overhead`.
    pub(super) fn limits(&self, side: Side, overhead: Milliseconds) -> Limits {
        let mut limits = match self.clock {
            Some(clocks) if !self.infinite => {
                let clock = ClockState {
                    moves_to_go: self.moves_to_go,
                    ..clocks[side.index()]
                };
                Limits::for_clock(clock, overhead)
            }
            _ => Limits::default(),
        };
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        if let Some(time) = self.move_time {
            let given = Limits::for_move_time(time, overhead).time_ms;
            limits.time_ms = [limits.time_ms, given].into_iter().flatten().min();
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_own_clock() {
        let mut go = Go::default();
        go.clock_mut(Side::First).left_ms = 600_000;
        go.clock_mut(Side::Second).left_ms = 1_000;
        let [first, second] = Side::BOTH.map(|side| go.limits(side, 0).time_ms.unwrap());
        assert!(first > second && second < 1_000);
    }

    #[test]
    fn an_infinite_search_has_no_clock() {
        let mut go = Go {
            infinite: true,
            ..Go::default()
        };
        go.clock_mut(Side::First).left_ms = 1_000;
        assert!(go.limits(Side::First, 0).is_unlimited());
    }

    #[test]
    fn a_given_time_is_kept_with_the_overhead_off() {
        let go = Go {
            move_time: Some(500),
            ..Go::default()
        };
        assert_eq!(go.limits(Side::First, 30).time_ms, Some(470));
        let go = Go {
            move_time: Some(0),
            ..Go::default()
        };
        assert_eq!(go.limits(Side::First, 30).time_ms, Some(1));
    }
}
