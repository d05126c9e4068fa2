//! The man that a move has put down, and where.

use std::num::NonZeroU16;

use komadai_rules::{Piece, PieceKind, Square};

/// A man that has arrived on a square. It fits into 16 bits, none for nobody: there are two on every
/// ply of the search, and they are read right after they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrived(NonZeroU16);

/// The man that arrived by a move; `None` after a pass.
pub(crate) type Arrival = Option<Arrived>;

/// The last move and the one before it, as far as there were any.
pub(crate) type Before = [Arrival; 2];

/// Set in every one of them.
const SOMEBODY: NonZeroU16 = NonZeroU16::MIN;

impl Arrived {
    #[inline(always)]
    pub(crate) fn new(man: Piece, at: Square) -> Self {
        let bits = man.side.index() << 12 | man.kind.index() << 8 | at.index() << 1;
        Arrived(SOMEBODY | bits as u16)
    }

    #[inline(always)]
    fn bits(self) -> usize {
        usize::from(self.0.get())
    }

    /// Index of its side.
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
    fn what_goes_in_comes_out() {
        for side in Side::BOTH {
            for kind in (0..16).map(PieceKind::new) {
                for at in (0..81).map(Square::new) {
                    let arrived = Arrived::new(Piece { side, kind }, at);
                    let found = (arrived.side(), arrived.kind(), arrived.square());
                    assert_eq!(found, (side.index(), kind, at));
                }
            }
        }
        assert_eq!(size_of::<Before>(), 4);
    }
}
