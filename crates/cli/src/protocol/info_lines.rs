//! The `info` lines of a search, no more often than they are wanted.

use std::collections::BTreeMap;

use super::go::Milliseconds;

/// Lets lines pass that come late enough after others, and keeps the last of each rank until the end.
pub(super) struct InfoLines {
    interval: Milliseconds,
    passed_at: Option<Milliseconds>,
    /// Whether the lines of this iteration pass.
    passes: bool,
    kept: BTreeMap<u32, String>,
}

impl InfoLines {
    /// With so many milliseconds between the lines of one iteration and those of the next.
    pub(super) fn new(interval: Milliseconds) -> Self {
        InfoLines {
            interval,
            passed_at: None,
            passes: true,
            kept: BTreeMap::new(),
        }
    }

    /// The line of a rank that comes now, if it is to be told now. Lines of later ranks go with the first.
    pub(super) fn next(&mut self, rank: u32, now: Milliseconds, line: String) -> Option<String> {
        if rank == 1 {
            self.passes = (self.passed_at).is_none_or(|at| now.saturating_sub(at) >= self.interval);
            if self.passes {
                self.passed_at = Some(now);
            }
        }
        if self.passes {
            self.kept.remove(&rank);
            return Some(line);
        }
        self.kept.insert(rank, line);
        None
    }

    /// The last line of each rank, where it has not been told: the first has the move that is played.
    pub(super) fn rest(self) -> Vec<String> {
        self.kept.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_distance_and_the_last_are_told() {
        let mut lines = InfoLines::new(100);
        let mut told = Vec::new();
        for (rank, now, line) in [
            (1, 0, "a1"),
            (2, 1, "a2"),
            (1, 50, "b1"),
            (2, 120, "b2"),
            (1, 130, "c1"),
            (2, 131, "c2"),
            (1, 140, "d1"),
            (2, 150, "d2"),
        ] {
            told.extend(lines.next(rank, now, line.into()));
        }
        assert_eq!(told, ["a1", "a2", "c1", "c2"]);
        assert_eq!(lines.rest(), ["d1", "d2"]);
    }

    /// An iteration that was broken off has lines of its first ranks only.
    #[test]
    fn the_last_line_of_each_rank_is_told() {
        let mut lines = InfoLines::new(100);
        let told: Vec<String> = [
            (1, 0, "a1"),
            (2, 0, "a2"),
            (1, 9, "b1"),
            (2, 9, "b2"),
            (1, 20, "c1"),
        ]
        .into_iter()
        .filter_map(|(rank, now, line)| lines.next(rank, now, line.into()))
        .collect();
        assert_eq!(told, ["a1", "a2"]);
        assert_eq!(lines.rest(), ["c1", "b2"]);
    }

    #[test]
    fn without_a_distance_all_lines_are_told_at_once() {
        let mut lines = InfoLines::new(0);
        for now in [0, 0, 3] {
            assert!(lines.next(1, now, "line".into()).is_some());
        }
        assert!(lines.rest().is_empty());
    }
}
