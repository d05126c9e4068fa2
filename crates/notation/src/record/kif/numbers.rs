//! Move numbers of a record, which may begin anywhere and be wrong.

use alloc::vec::Vec;

/// Place of a move with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// After this many moves of the line.
    InLine(usize),
    /// After this many moves of the main line, beyond the end of a shorter variation.
    InMainLine(usize),
}

/// Move numbers of the current line and of the main line, as the record has them.
#[derive(Default)]
pub(super) struct Numbers {
    line: Vec<u32>,
    main: Vec<u32>,
}

impl Numbers {
    /// The number of the next move; the first move may have any number.
    pub(super) fn next(&self) -> u32 {
        let first = self.main.first().copied().unwrap_or(1);
        self.line
            .last()
            .map_or(first, |last| last.saturating_add(1))
    }

    pub(super) fn is_next(&self, number: u32) -> bool {
        number == self.next() || (self.line.is_empty() && self.main.is_empty())
    }

    pub(super) fn push(&mut self, number: u32) {
        self.line.push(number);
    }

    /// Goes back to the position after `ply` moves of the line.
    pub(super) fn back_to(&mut self, ply: usize) {
        if self.main.is_empty() {
            self.main.clone_from(&self.line);
        }
        self.line.truncate(ply);
    }

    pub(super) fn back_to_main(&mut self, ply: usize) {
        self.line.clone_from(&self.main);
        self.back_to(ply);
    }

    /// The place of the move with a number, the last one if there are several.
    pub(super) fn find(&self, number: u32) -> Option<Place> {
        let of = |numbers: &[u32]| numbers.iter().rposition(|&known| known == number);
        let next = Some(self.line.len()).filter(|_| number == self.next());
        let in_line = of(&self.line).or(next).map(Place::InLine);
        in_line.or_else(|| of(&self.main).map(Place::InMainLine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_the_line_before_the_main_line() {
        let mut numbers = Numbers::default();
        assert!(numbers.is_next(37));
        for number in 37..47 {
            numbers.push(number);
        }
        assert_eq!(numbers.find(47), Some(Place::InLine(10)));
        numbers.back_to(2);
        numbers.push(39);
        assert_eq!(numbers.find(39), Some(Place::InLine(2)));
        assert_eq!(numbers.find(44), Some(Place::InMainLine(7)));
        assert_eq!(numbers.find(99), None);
        numbers.back_to_main(7);
        assert_eq!(numbers.next(), 44);
        numbers.back_to(0);
        assert_eq!(numbers.next(), 37);
        assert!(!numbers.is_next(1));
    }
}
