//! Time and other limits of a search, from `go` and the options. The constants of time management are in
//! the engine's `params.rs`.

use komadai_engine::{ClockState, Limits};
use komadai_rules::Side;
use komadai_uci::{Go, MateLimit};

use crate::options::Options;

/// Node limit if the given limit could not be read and there is no other.
const FALLBACK_NODES: u64 = 200_000;

pub(crate) fn limits(go: &Go, side: Side, options: &Options) -> Limits {
    let overhead = options.move_overhead_ms;
    let mut limits = match clock(go, side) {
        Some(clock) if !go.infinite => Limits::for_clock(clock, overhead),
        _ => Limits::default(),
    };
    apply_slow_mover(&mut limits, options);
    limits.depth = go.depth;
    limits.nodes = go.nodes;
    if let Some(ms) = go.move_time_ms {
        let given = Limits::for_move_time(ms, overhead).time_ms;
        limits.time_ms = [limits.time_ms, given].into_iter().flatten().min();
    }
    match go.mate {
        Some(MateLimit::TimeMs(ms)) => {
            limits.time_ms = Limits::for_move_time(ms, overhead).time_ms;
        }
        Some(MateLimit::Moves(moves)) if limits.is_unlimited() && !go.infinite => {
            limits.depth = Some(max_mate_depth(mate_plies(moves)));
        }
        _ => {}
    }
    limits
}

/// Applies `Slow Mover` and `MinimumThinkingTime` to the limits of a clock, within the maximum for a
/// move.
fn apply_slow_mover(limits: &mut Limits, options: &Options) {
    let Some(share) = limits.optimum_ms else {
        return;
    };
    let share = share.saturating_mul(options.slow_mover) / 100;
    limits.optimum_ms = Some(share);
    let max = limits.time_ms.unwrap_or(u64::MAX);
    let soft = limits.soft_time_ms.unwrap_or(0);
    // A clear best move gets more than half of its share.
    let min = (options.minimum_thinking_time_ms).saturating_sub(share / 2);
    limits.soft_time_ms = Some(soft.max(min).min(max));
}

pub(crate) fn limit_unreadable(limits: &mut Limits, go: &Go) {
    if limits.is_unlimited() && !go.infinite {
        limits.nodes = Some(FALLBACK_NODES);
    }
}

/// Clock of a side, if `go` has one. Missing values are 0, but an unreadable time is no flagged clock.
fn clock(go: &Go, side: Side) -> Option<ClockState> {
    let clocks = &go.clocks;
    let time = clocks.time_ms[side.index()];
    let is_unreadable = time.is_none() && clocks.byoyomi_ms.is_none() && !go.problems.is_empty();
    (clocks.is_given() && !is_unreadable).then(|| ClockState {
        left_ms: time.unwrap_or(0),
        increment_ms: clocks.increment_ms[side.index()].unwrap_or(0),
        byoyomi_ms: clocks.byoyomi_ms.unwrap_or(0),
        moves_to_go: go.moves_to_go.map(u64::from),
    })
}

/// A mate with the n-th move takes 2n − 1 plies.
pub(crate) fn mate_plies(moves: u64) -> u32 {
    let plies = moves.saturating_mul(2).saturating_sub(1);
    u32::try_from(plies).unwrap_or(u32::MAX).max(1)
}

/// Doubled: reductions hide a mate from searches that are just deep enough.
fn max_mate_depth(plies: u32) -> u32 {
    plies.saturating_mul(2).saturating_add(8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_notation::Dialect;
    use komadai_rules::VariantId;
    use komadai_uci::{GuiMessage, Protocol};

    use crate::options::tests::set;

    fn limits_of(line: &str, side: Side, overhead: u64) -> Limits {
        let usi = Protocol::new(Dialect::Usi, VariantId::Shogi);
        let Ok(GuiMessage::Go(go)) = GuiMessage::parse(line, usi) else {
            panic!("{line}");
        };
        let options = Options {
            move_overhead_ms: overhead,
            ..Options::default()
        };
        limits(&go, side, &options)
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let line = "go btime 600000 wtime 1000";
        let [first, second] = Side::BOTH.map(|side| limits_of(line, side, 0).time_ms.unwrap());
        assert!(first > second && second < 1_000);
    }

    /// In USI the increment is not part of the time left.
    #[test]
    fn an_increment_alone_is_time_for_the_move() {
        let line = "go btime 0 wtime 0 binc 10000 winc 10000";
        let time = limits_of(line, Side::First, 0).time_ms;
        assert_eq!(time, Some(9_500));
    }

    #[test]
    fn an_infinite_search_has_no_clock() {
        assert!(limits_of("go infinite btime 1000", Side::First, 0).is_unlimited());
    }

    #[test]
    fn the_overhead_is_taken_off_the_time_for_a_move() {
        for (line, ms) in [
            ("go movetime 500", 470),
            ("go movetime 0", 1),
            ("go mate 500", 470),
        ] {
            assert_eq!(limits_of(line, Side::First, 30).time_ms, Some(ms), "{line}");
        }
    }

    #[test]
    fn a_clock_that_cannot_be_read_has_not_run_out() {
        let line = "go btime abc wtime 60000 binc 1000 winc 1000";
        assert!(limits_of(line, Side::First, 0).is_unlimited());
        let time = limits_of(line, Side::Second, 0).time_ms;
        assert!(time.is_some_and(|ms| ms > 1_000), "{time:?}");
        // A missing clock counts as 0.
        assert_eq!(limits_of("go wtime 60000", Side::First, 0).time_ms, Some(1));
    }

    #[test]
    fn slow_mover_scales_the_allotted_time_up_to_the_maximum() {
        let mut options = Options::default();
        let clock = Limits {
            time_ms: Some(1_000),
            soft_time_ms: Some(50),
            optimum_ms: Some(200),
            ..Limits::default()
        };
        let mut applied = |name: &str, value: &str| {
            set(&mut options, Dialect::Usi, name, value).expect("a good value");
            let mut limits = clock.clone();
            apply_slow_mover(&mut limits, &options);
            assert_eq!(limits.time_ms, Some(1_000));
            [limits.soft_time_ms, limits.optimum_ms].map(Option::unwrap)
        };
        assert_eq!(applied("Slow_Mover", "100"), [50, 200]);
        assert_eq!(applied("Slow_Mover", "50"), [50, 100]);
        assert_eq!(applied("MinimumThinkingTime", "120"), [70, 100]);
        assert_eq!(applied("MinimumThinkingTime", "90"), [50, 100]);
        assert_eq!(applied("MinimumThinkingTime", "5000"), [1_000, 100]);
        assert_eq!(applied("SlowMover", "1000"), [1_000, 2_000]);
        let mut unlimited = Limits::default();
        apply_slow_mover(&mut unlimited, &options);
        assert!(unlimited.is_unlimited());
    }
}
