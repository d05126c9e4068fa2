//! Numbers of puzzles to mine by kind and length.

use super::puzzle::{Puzzle, PuzzleKind};

/// Lengths of mates that are counted apart; the last one includes longer ones.
const MATE_PLIES: [u32; 6] = [1, 3, 5, 7, 9, 11];
const MATE_SHARES: [usize; 6] = [12, 24, 28, 20, 10, 6];
const KIND_SHARES: [usize; 3] = [70, 21, 9];
const MAX_MATE_PLIES: u32 = 31;

/// Slots of puzzles: mates by length, tactics, defences.
const SLOTS: usize = MATE_PLIES.len() + 2;

/// Number of puzzles of each slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WantedPuzzles {
    counts: [usize; SLOTS],
}

impl WantedPuzzles {
    /// Spreads `count` puzzles over these kinds and the lengths of mates.
    #[must_use]
    pub fn spread(count: usize, kinds: &[PuzzleKind]) -> Self {
        let share = |kind: PuzzleKind| match kinds.contains(&kind) {
            true => KIND_SHARES[kind as usize],
            false => 0,
        };
        let [mates, tactics, defences] = PuzzleKind::ALL.map(share);
        let by_kind = split(count, &[mates, tactics, defences]);
        let by_length = split(by_kind[0], &MATE_SHARES);
        let mut counts = [0; SLOTS];
        counts[..by_length.len()].copy_from_slice(&by_length);
        counts[MATE_PLIES.len()..].copy_from_slice(&by_kind[1..]);
        WantedPuzzles { counts }
    }

    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The part that a set does not have yet.
    #[must_use]
    pub fn missing(&self, puzzles: &[Puzzle]) -> WantedPuzzles {
        let mut missing = *self;
        for puzzle in puzzles {
            missing.take(puzzle.kind, puzzle.plies());
        }
        missing
    }

    /// Counts a puzzle; `false` if none of its slot is wanted.
    pub(crate) fn take(&mut self, kind: PuzzleKind, plies: u32) -> bool {
        let count = slot(kind, plies).map(|slot| &mut self.counts[slot]);
        let count = count.filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    }

    pub(crate) fn of(&self, kind: PuzzleKind, plies: u32) -> usize {
        slot(kind, plies).map_or(0, |slot| self.counts[slot])
    }

    pub(crate) fn has_mates(&self) -> bool {
        self.counts[..MATE_PLIES.len()]
            .iter()
            .any(|&count| count > 0)
    }

    /// Counts by name: `mate 3`, `tactic`, …
    pub fn by_name(&self) -> impl Iterator<Item = (String, usize)> + use<> {
        let last = MATE_PLIES.len() - 1;
        let mates = MATE_PLIES.iter().enumerate().map(move |(index, plies)| {
            let more = if index == last { "+" } else { "" };
            format!("mate {plies}{more}")
        });
        let others = [PuzzleKind::Tactic, PuzzleKind::Defence].map(|kind| kind.name().into());
        mates.chain(others).zip(self.counts)
    }
}

fn slot(kind: PuzzleKind, plies: u32) -> Option<usize> {
    match kind {
        PuzzleKind::Mate if plies > MAX_MATE_PLIES => None,
        PuzzleKind::Mate => MATE_PLIES.iter().rposition(|&least| plies >= least),
        PuzzleKind::Tactic => Some(MATE_PLIES.len()),
        PuzzleKind::Defence => Some(MATE_PLIES.len() + 1),
    }
}

/// Splits a number by shares; the remainder goes to the largest ones first.
fn split(count: usize, shares: &[usize]) -> Vec<usize> {
    let all: usize = shares.iter().sum();
    let mut parts: Vec<usize> = (shares.iter())
        .map(|share| (count * share).checked_div(all).unwrap_or(0))
        .collect();
    let mut order: Vec<usize> = (0..shares.len())
        .filter(|&index| shares[index] > 0)
        .collect();
    order.sort_by_key(|&index| std::cmp::Reverse(shares[index]));
    let rest = count.saturating_sub(parts.iter().sum());
    for &index in order.iter().take(rest) {
        parts[index] += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_counts_add_up_to_the_total() {
        for count in [0, 1, 2, 7, 100, 753] {
            for kinds in [
                &PuzzleKind::ALL[..],
                &[PuzzleKind::Mate],
                &PuzzleKind::ALL[1..],
            ] {
                assert_eq!(
                    WantedPuzzles::spread(count, kinds).total(),
                    count,
                    "{kinds:?}"
                );
            }
        }
        assert_eq!(WantedPuzzles::spread(9, &[]).total(), 0);
    }

    #[test]
    fn mates_are_counted_by_length() {
        let mut wanted = WantedPuzzles::spread(100, &[PuzzleKind::Mate]);
        assert_eq!(wanted.of(PuzzleKind::Mate, 3), 24);
        assert_eq!(wanted.of(PuzzleKind::Mate, 17), 6);
        assert_eq!(wanted.of(PuzzleKind::Mate, 33), 0);
        for _ in 0..6 {
            assert!(wanted.take(PuzzleKind::Mate, 13));
        }
        assert!(!wanted.take(PuzzleKind::Mate, 11));
        assert!(!wanted.take(PuzzleKind::Tactic, 1));
        assert_eq!(wanted.total(), 94);
    }
}
