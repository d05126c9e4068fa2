//! Throttle for the `info` lines of a search, by the GUI's interval.

use std::collections::BTreeMap;

/// Passes iterations at least an interval apart, and keeps the last line of each principal variation
/// until the end.
pub(crate) struct InfoThrottle<T> {
    interval_ms: u64,
    passed_at_ms: Option<u64>,
    /// `true` if the lines of the current iteration pass.
    passes: bool,
    kept: BTreeMap<u32, T>,
}

impl<T> InfoThrottle<T> {
    pub(crate) fn new(interval_ms: u64) -> Self {
        Self {
            interval_ms,
            passed_at_ms: None,
            passes: true,
            kept: BTreeMap::new(),
        }
    }

    /// Returns the line of a principal variation, numbered from 1, if it is to be sent now. All lines
    /// of an iteration follow its first.
    pub(crate) fn next(&mut self, multi_pv: u32, now_ms: u64, line: T) -> Option<T> {
        if multi_pv == 1 {
            let elapsed = |at: u64| now_ms.saturating_sub(at);
            self.passes = (self.passed_at_ms).is_none_or(|at| elapsed(at) >= self.interval_ms);
            if self.passes {
                self.passed_at_ms = Some(now_ms);
            }
        }
        if self.passes {
            self.kept.remove(&multi_pv);
            return Some(line);
        }
        self.kept.insert(multi_pv, line);
        None
    }

    /// Unsent last lines of the principal variations: the first has the move that is played.
    pub(crate) fn rest(self) -> impl Iterator<Item = T> {
        self.kept.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(
        throttle: &mut InfoThrottle<&'static str>,
        lines: &[(u32, u64, &'static str)],
    ) -> Vec<&'static str> {
        let lines = lines.iter();
        lines
            .filter_map(|&(multi_pv, now, line)| throttle.next(multi_pv, now, line))
            .collect()
    }

    #[test]
    fn iterations_are_throttled_and_the_last_is_always_sent() {
        let mut throttle = InfoThrottle::new(100);
        let lines = [
            (1, 0, "a1"),
            (2, 1, "a2"),
            (1, 50, "b1"),
            (2, 120, "b2"),
            (1, 130, "c1"),
            (2, 131, "c2"),
            (1, 140, "d1"),
            (2, 150, "d2"),
        ];
        assert_eq!(sent(&mut throttle, &lines), ["a1", "a2", "c1", "c2"]);
        assert!(throttle.rest().eq(["d1", "d2"]));
    }

    /// An aborted iteration has lines of its first principal variations only.
    #[test]
    fn the_last_line_of_each_principal_variation_is_sent() {
        let mut throttle = InfoThrottle::new(100);
        let lines = [
            (1, 0, "a1"),
            (2, 0, "a2"),
            (1, 9, "b1"),
            (2, 9, "b2"),
            (1, 20, "c1"),
        ];
        assert_eq!(sent(&mut throttle, &lines), ["a1", "a2"]);
        assert!(throttle.rest().eq(["c1", "b2"]));
    }

    #[test]
    fn without_an_interval_all_lines_are_sent_at_once() {
        let mut throttle = InfoThrottle::new(0);
        for now in [0, 0, 3] {
            assert!(throttle.next(1, now, "line").is_some());
        }
        assert_eq!(throttle.rest().count(), 0);
    }
}
