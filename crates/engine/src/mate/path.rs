//! Positions of the current line and detection of repetitions.

use komadai_rules::internal::split_mix;
use komadai_rules::{Hand, Move};

use crate::mate::entry::Key;
use crate::mate::value::Ply;

const NONE: u16 = u16::MAX;

/// Positions from the root to the current node.
///
/// A repeated board with the same hand, or with less than before in the attacker's hand, is a dead
/// end: a mate from it would have been a mate before.
#[derive(Debug)]
pub(crate) struct Path {
    positions: Vec<(Key, u16)>,
    /// `[low bits of the board key]`: last position with them.
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

    /// Plies at which a board occurred, the latest first, with the attacker's hand.
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

    /// Latest ply at which the position occurred.
    pub(crate) fn find(&self, key: Key) -> Option<Ply> {
        self.occurrences(key.board)
            .find(|&(_, hand)| hand == key.hand)
            .map(|(ply, _)| ply)
    }

    /// Latest ply with the same board and at least as much in the attacker's hand.
    #[inline(always)]
    pub(crate) fn find_as_good(&self, key: Key) -> Option<Ply> {
        self.occurrences(key.board)
            .find(|&(_, hand)| hand.dominates(key.hand))
            .map(|(ply, _)| ply)
    }
}

/// Path key of the root: the same moves from another root have another key, since they may not be a
/// cycle there.
pub(crate) fn root_path_key(root: Key) -> u64 {
    let (board, hand) = root.bits();
    board ^ split_mix(hand)
}

/// Path key component of a move at a ply.
pub(crate) fn move_path_key(mv: Move, ply: Ply) -> u64 {
    split_mix(u64::from(mv.raw()) << 16 | u64::from(ply))
}

#[cfg(test)]
mod tests {
    use komadai_rules::PieceKind;

    use super::*;

    #[test]
    fn a_position_repeats_with_an_equal_or_smaller_hand() {
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
