//! The positions of the line that is searched, and which of them return.

use komadai_rules::Hand;

use crate::mate::entry::Key;
use crate::mate::value::Ply;

const NONE: u16 = u16::MAX;

/// The positions from the root to the current node.
///
/// A position whose board occurred before with the same hand, or with more in the attacker's hand,
/// leads nowhere: whatever mates from it would have mated then.
#[derive(Debug)]
pub(crate) struct Path {
    positions: Vec<(Key, u16)>,
    /// For the low bits of a board key: the last position with them.
    buckets: Vec<u16>,
}

const BUCKETS: usize = 1 << 13;

impl Path {
    pub(crate) fn new() -> Self {
        Path {
            positions: Vec::new(),
            buckets: vec![NONE; BUCKETS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.buckets.fill(NONE);
    }

    fn bucket(board: u64) -> usize {
        board as usize % BUCKETS
    }

    pub(crate) fn push(&mut self, key: Key) {
        let bucket = &mut self.buckets[Self::bucket(key.board)];
        self.positions.push((key, *bucket));
        *bucket = self.positions.len() as u16 - 1;
    }

    pub(crate) fn pop(&mut self) {
        if let Some((key, previous)) = self.positions.pop() {
            self.buckets[Self::bucket(key.board)] = previous;
        }
    }

    /// The plies at which this board occurred, the last first, and the attacker's hands then.
    #[inline(always)]
    fn occurrences(&self, board: u64) -> impl Iterator<Item = (Ply, Hand)> {
        let mut at = self.buckets[Self::bucket(board)];
        std::iter::from_fn(move || {
            while at != NONE {
                let (key, previous) = self.positions[usize::from(at)];
                let ply = at;
                at = previous;
                if key.board == board {
                    return Some((ply, key.hand));
                }
            }
            None
        })
    }

    /// The last ply at which the position occurred.
    pub(crate) fn find(&self, key: Key) -> Option<Ply> {
        self.occurrences(key.board)
            .find(|&(_, hand)| hand == key.hand)
            .map(|(ply, _)| ply)
    }

    /// The last ply at which the attacker held at least as much with the same board.
    #[inline(always)]
    pub(crate) fn find_as_good(&self, key: Key) -> Option<Ply> {
        self.occurrences(key.board)
            .find(|&(_, hand)| hand.dominates(key.hand))
            .map(|(ply, _)| ply)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::PieceKind;

    use super::*;

    #[test]
    fn a_position_is_found_with_its_hand_or_with_less() {
        let one = Hand::EMPTY.with(PieceKind::PAWN, 1);
        let two = Hand::EMPTY.with(PieceKind::PAWN, 2);
        let key = |board, hand| Key { board, hand };
        let mut path = Path::new();
        path.push(key(5, one));
        path.push(key(5 + BUCKETS as u64, one));
        assert_eq!(path.find(key(5, one)), Some(0));
        assert_eq!(path.find(key(5, Hand::EMPTY)), None);
        assert_eq!(path.find_as_good(key(5, Hand::EMPTY)), Some(0));
        assert_eq!(path.find_as_good(key(5, two)), None);
        path.pop();
        assert_eq!(path.find(key(5, one)), Some(0));
        path.pop();
        assert_eq!(path.find(key(5, one)), None);
    }
}
