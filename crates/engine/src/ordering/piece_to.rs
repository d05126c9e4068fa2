//! Moved piece and its destination.

use std::num::NonZeroU16;

use komadai_rules::{Piece, PieceKind, Square};

/// A piece and the square that it moved to or was dropped on, packed into 16 bits with a niche for
/// `None`: each ply of the search stack holds one and reads it right after the write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(NonZeroU16);

/// The last move and the one before it; `None` at the root and after a null move.
pub(crate) type PreviousMoves = [Option<PieceTo>; 2];

/// Bit 0 is always set: the word is never zero.
const PRESENT: NonZeroU16 = NonZeroU16::MIN;

impl PieceTo {
    #[inline(always)]
    pub(crate) fn new(piece: Piece, to: Square) -> Self {
        let bits = piece.side.index() << 12 | piece.kind.index() << 8 | to.index() << 1;
        PieceTo(PRESENT | bits as u16)
    }

    #[inline(always)]
    fn bits(self) -> usize {
        usize::from(self.0.get())
    }

    #[inline(always)]
    pub(crate) fn side(self) -> usize {
        self.bits() >> 12
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> PieceKind {
        PieceKind::new((self.bits() >> 8) as u8)
    }

    #[inline(always)]
    pub(crate) fn square(self) -> Square {
        Square::new((self.bits() as u8) >> 1)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Side;

    use super::*;

    #[test]
    fn packing_is_lossless() {
        for side in Side::BOTH {
            for kind in (0..16).map(PieceKind::new) {
                for to in (0..81).map(Square::new) {
                    let piece_to = PieceTo::new(Piece { side, kind }, to);
                    let unpacked = (piece_to.side(), piece_to.kind(), piece_to.square());
                    assert_eq!(unpacked, (side.index(), kind, to));
                }
            }
        }
        assert_eq!(size_of::<PreviousMoves>(), 4);
    }
}
