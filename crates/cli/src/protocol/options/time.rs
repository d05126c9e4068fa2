use komadai_engine::Limits;

use super::table::Options;

impl Options {
    /// Applies `Slow Mover` and `MinimumThinkingTime` to the limits of a clock, within the maximum for
    /// a move.
    pub(in super::super) fn apply_slow_mover(&self, limits: &mut Limits) {
        let Some(share) = limits.optimum_ms else {
            return;
        };
        let share = share.saturating_mul(self.slow_mover) / 100;
        limits.optimum_ms = Some(share);
        let max = limits.time_ms.unwrap_or(u64::MAX);
        let soft = limits.soft_time_ms.unwrap_or(0);
        // A clear best move gets more than half of its share.
        let min = self.minimum_thinking_time_ms.saturating_sub(share / 2);
        limits.soft_time_ms = Some(soft.max(min).min(max));
    }
}

#[cfg(test)]
mod tests {
    use komadai_notation::Dialect;

    use super::super::tests::set;
    use super::*;

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
            options.apply_slow_mover(&mut limits);
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
        options.apply_slow_mover(&mut unlimited);
        assert!(unlimited.is_unlimited());
    }
}
