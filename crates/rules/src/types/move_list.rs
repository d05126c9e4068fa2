//! Fixed-capacity move list. The only module of the crate with `unsafe` code.
#![expect(
    unsafe_code,
    reason = "moves are written where there is room, without a check and a length for each"
)]

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

use crate::types::bitboard::Bitboard;
use crate::types::hand::Held;
use crate::types::moves::Move;
use crate::types::square::Square;

/// Capacity of a [`MoveList`]. No position of the four variants has more legal moves; Shogi's
/// maximum is 593.
pub const MAX_MOVES: usize = 640;

/// A list of up to [`MAX_MOVES`] moves without heap allocation; dereferences to a slice.
///
/// ```
/// use komadai_rules::{Position, Shogi};
/// let moves = Position::<Shogi>::start().legal_moves();
/// assert_eq!(moves.len(), 30);
/// assert!(moves.iter().all(|mv| !mv.is_drop()));
/// ```
// Aligned so that the vectors in which drops are copied do not straddle cache lines.
#[derive(Clone)]
#[repr(align(64))]
pub struct MoveList {
    /// Invariant: at most [`MAX_MOVES`]; moves before it are initialised.
    len: usize,
    moves: [MaybeUninit<Move>; MAX_MOVES],
}

impl MoveList {
    /// The same moves in ascending order of their raw value. Generators list moves in no fixed
    /// order: sort before a seeded choice.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi};
    /// let moves = Position::<Shogi>::start().legal_moves().sorted();
    /// assert!(moves.is_sorted());
    /// ```
    #[must_use]
    pub fn sorted(mut self) -> MoveList {
        self.sort_unstable();
        self
    }

    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> MoveList {
        MoveList {
            len: 0,
            moves: [const { MaybeUninit::uninit() }; MAX_MOVES],
        }
    }

    /// Adds a move. Returns `false` if the list is full.
    #[inline]
    pub fn push(&mut self, mv: Move) -> bool {
        let room = self.len < MAX_MOVES;
        if room {
            self.moves[self.len] = MaybeUninit::new(mv);
            self.len += 1;
        }
        room
    }

    /// Keeps the moves for which `keep` returns `true`, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Move) -> bool) {
        let mut kept = 0;
        for at in 0..self.len {
            if keep(&self[at]) {
                self.swap(kept, at);
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut MoveWriter)) {
        let mut writer = MoveWriter {
            moves: &mut self.moves,
            len: self.len,
        };
        write(&mut writer);
        self.len = writer.len;
    }
}

/// Appends moves to a list. The length is kept apart from the moves so that it stays in a register:
/// inside the list it would be loaded and stored again for every piece.
pub(crate) struct MoveWriter<'a> {
    moves: &'a mut [MaybeUninit<Move>; MAX_MOVES],
    /// Invariant: at most [`MAX_MOVES`]; moves before it are initialised.
    len: usize,
}

impl MoveWriter<'_> {
    /// Adds one move per square. Moves that exceed the capacity are dropped.
    #[inline(always)]
    pub(crate) fn extend<B: Bitboard>(&mut self, squares: B, of: impl Fn(Square) -> Move) {
        let mut at = self.len;
        if MAX_MOVES - at < squares.count() as usize {
            self.len = extend_with_care(self.moves, at, squares, of);
            return;
        }
        for square in squares.squares() {
            // SAFETY: there is room for `squares.count()` moves, and the loop runs as many times:
            // `Bitboard` is sealed, and its `count` and `squares` agree.
            unsafe { self.moves.get_unchecked_mut(at) }.write(of(square));
            at += 1;
        }
        self.len = at;
    }

    /// Adds a drop of every kind on every square of a set.
    #[inline(always)]
    pub(crate) fn extend_drops<B: Bitboard>(&mut self, kinds: Held, to: B) {
        let mut kinds = kinds.kinds();
        let Some(first) = kinds.next() else {
            return;
        };
        let start = self.len;
        self.extend(to, |to| Move::drop(first, to));
        let end = self.len;
        for kind in kinds {
            // The squares are those of the first kind: copy its drops and change the kind.
            let change =
                Move::drop(first, Square::new(0)).raw() ^ Move::drop(kind, Square::new(0)).raw();
            let room = MAX_MOVES - self.len;
            let (done, free) = self.moves.split_at_mut(self.len);
            let again = &done[start..end];
            for (to, drop) in free.iter_mut().zip(again) {
                // SAFETY: `again` lies before `len`, where all moves are initialised.
                to.write(Move::from_raw(unsafe { drop.assume_init() }.raw() ^ change));
            }
            self.len += room.min(end - start);
        }
    }
}

/// Bounds-checked [`MoveWriter::extend`]; returns the new length. Not reached by the legal moves of
/// one position.
#[cold]
#[inline(never)]
fn extend_with_care<B: Bitboard>(
    moves: &mut [MaybeUninit<Move>; MAX_MOVES],
    mut len: usize,
    squares: B,
    of: impl Fn(Square) -> Move,
) -> usize {
    for (square, place) in squares.squares().zip(&mut moves[len..]) {
        place.write(of(square));
        len += 1;
    }
    len
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` moves are initialised, and `len` is at most the capacity.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as in `deref`; the borrow is unique.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        MoveList::new()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

/// Iterator over the moves of a [`MoveList`].
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied();
        self.next += 1;
        mv
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len().saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves {
            list: self,
            next: 0,
        }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl FromIterator<Move> for MoveList {
    /// Drops moves beyond [`MAX_MOVES`].
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = MoveList::new();
        for mv in moves {
            list.push(mv);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::variant::Variant;
    use crate::spec::variant_tables::VariantTables;
    use crate::types::hand::Hand;
    use crate::types::piece_kind::PieceKind;
    use crate::{Bitboard128, Shogi};

    fn board() -> Bitboard128 {
        <Shogi as Variant>::Tables::ALL
    }

    #[test]
    fn a_full_list_takes_no_more_and_loses_nothing() {
        let mut list = MoveList::new();
        for _ in 0..20 {
            list.write(|to| to.extend(board(), |to| Move::normal(Square::new(3), to)));
        }
        assert_eq!(list.len(), MAX_MOVES);
        assert!(!list.push(Move::NONE));
        assert_eq!(list[81], Move::normal(Square::new(3), Square::new(0)));
        assert_eq!(
            list[639],
            Move::normal(Square::new(3), Square::new((639 % 81) as u8))
        );
    }

    #[test]
    fn drops_of_several_kinds_are_cut_off_at_the_end_of_the_list() {
        let held = (0..7)
            .fold(Hand::EMPTY, |hand, kind| hand.with(PieceKind::new(kind), 1))
            .held();
        let mut list = MoveList::new();
        list.write(|to| to.extend_drops(held, board()));
        assert_eq!(list.len(), 7 * 81);
        for kind in 0..7 {
            let expected = Move::drop(PieceKind::new(kind), Square::new(80));
            assert_eq!(list[usize::from(kind) * 81 + 80], expected);
        }
        list.write(|to| to.extend_drops(held, board()));
        assert_eq!(list.len(), MAX_MOVES);
        assert_eq!(
            list[639],
            Move::drop(PieceKind::PAWN, Square::new((639 - 7 * 81) as u8))
        );
    }

    #[test]
    fn lists_convert_from_and_to_iterators() {
        let moves = [Move::NONE, Move::drop(PieceKind::new(1), Square::new(2))];
        let list: MoveList = moves.into_iter().collect();
        assert_eq!(list[..], moves);
        assert_eq!(list.clone().into_iter().len(), 2);
        let mut drops = list.clone();
        drops.retain(|mv| mv.is_drop());
        assert_eq!(drops[..], moves[1..]);
        assert_eq!(list.into_iter().collect::<alloc::vec::Vec<_>>(), moves);
        assert!(MoveList::default().is_empty());
    }
}
