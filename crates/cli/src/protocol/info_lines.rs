//! The `info` lines of a search, no more often than they are wanted.

use super::go::Milliseconds;

/// Lets lines pass that come late enough after others, and keeps the last ones until the end.
pub(super) struct InfoLines {
    interval: Milliseconds,
    passed_at: Option<Milliseconds>,
    /// Whether the lines of this iteration pass.
    passes: bool,
    kept: Vec<String>,
}

impl InfoLines {
    /// With so many milliseconds between the lines of one iteration and those of the next.
    pub(super) fn new(interval: Milliseconds) -> Self {
        InfoLines {
            interval,
            passed_at: None,
            passes: true,
            kept: Vec::new(),
        }
    }

    /// The line of a rank that comes now, if it is to be told now. Lines of later ranks go with the first.
    pub(super) fn next(&mut self, rank: u32, now: Milliseconds, line: String) -> Option<String> {
        if rank == 1 {
            self.kept.clear();
            self.passes = (self.passed_at).is_none_or(|at| now.saturating_sub(at) >= self.interval);
            if self.passes {
                self.passed_at = Some(now);
            }
        }
        if self.passes {
            return Some(line);
        }
        self.kept.push(line);
        None
    }

    /// What has not been told of the last iteration: its move is the one that is played.
    pub(super) fn rest(self) -> Vec<String> {
        self.kept
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

    #[test]
    fn without_a_distance_all_lines_are_told_at_once() {
        let mut lines = InfoLines::new(0);
        for now in [0, 0, 3] {
            assert!(lines.next(1, now, "line".into()).is_some());
        }
        assert!(lines.rest().is_empty());
    }
}
