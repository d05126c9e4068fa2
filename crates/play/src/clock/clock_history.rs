use komadai_protocol::{PerSide, SideClock};
use komadai_rules::Side;

use crate::growth::reserve_slowly;

/// Times left when each ply began. A ply changes only the clock of the side that moves, so one clock per ply is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClockHistory {
    first_to_move: Side,
    at_start: PerSide<SideClock>,
    /// The mover's clock after each ply.
    after: Vec<SideClock>,
}

impl ClockHistory {
    pub(crate) fn new(first_to_move: Side, at_start: PerSide<SideClock>) -> Self {
        Self {
            first_to_move,
            at_start,
            after: Vec::new(),
        }
    }

    /// Replaces the history by the times left when each ply began.
    pub(crate) fn set(&mut self, list: &[PerSide<SideClock>]) {
        self.after.clear();
        for (ply, left) in list.iter().enumerate() {
            match ply {
                0 => self.at_start = *left,
                _ => self.push(left),
            }
        }
    }

    /// Adds a ply, with the times left after it.
    pub(crate) fn push(&mut self, left: &PerSide<SideClock>) {
        let moved = *left.get(self.side(self.after.len()));
        reserve_slowly(&mut self.after);
        self.after.push(moved);
    }

    pub(crate) fn truncate(&mut self, plies: usize) {
        self.after.truncate(plies);
    }

    /// Times left when `ply` began; the first ply is 0.
    pub(crate) fn before(&self, ply: usize) -> Option<PerSide<SideClock>> {
        let mut left = self.at_start;
        for last in ply.saturating_sub(2)..ply {
            *left.get_mut(self.side(last)) = *self.after.get(last)?;
        }
        Some(left)
    }

    /// Times left when each ply began, the current one included.
    pub(crate) fn list(&self) -> Vec<PerSide<SideClock>> {
        let mut left = self.at_start;
        let mut list = vec![left];
        for (ply, clock) in self.after.iter().enumerate() {
            *left.get_mut(self.side(ply)) = *clock;
            list.push(left);
        }
        list
    }

    fn side(&self, ply: usize) -> Side {
        match ply % 2 {
            0 => self.first_to_move,
            _ => !self.first_to_move,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(first: u32, second: u32) -> PerSide<SideClock> {
        let clock = |main_ms| SideClock {
            main_ms,
            ..SideClock::default()
        };
        PerSide {
            first: clock(first),
            second: clock(second),
        }
    }

    #[test]
    fn times_before_each_ply_match_the_whole_list() {
        // Second moves first, as in a handicap game.
        let list = [
            left(90, 90),
            left(90, 80),
            left(70, 80),
            left(70, 75),
            left(50, 75),
        ];
        let mut history = ClockHistory::new(Side::Second, left(1, 1));
        history.set(&list);
        assert_eq!(history.list(), list);
        assert_eq!(history.before(5), None);
        history.truncate(2);
        assert_eq!(history.list(), list[..3]);
        history.push(&left(70, 60));
        assert_eq!(history.before(3), Some(left(70, 60)));
    }
}
