//! A piece of one side.

use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

/// A kind of piece and whose it is.
///
/// ```
/// use komadai_rules::{VariantId, Position, Shogi, Side, Square};
/// let start = Position::<Shogi>::start();
/// let corner = start.piece_at(Square::new(0)).unwrap();
/// assert_eq!(corner.side, Side::First);
/// assert_eq!(VariantId::Shogi.spec().kind(corner.kind).letter, 'L');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// The code of this piece in a mailbox; never 0, which is an empty square.
    pub(crate) const fn code(self) -> u8 {
        0x80 | ((self.side as u8) << 4) | self.kind.index() as u8
    }

    /// The piece with this mailbox code.
    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        if code == 0 {
            return None;
        }
        let side = if code & 0x10 == 0 {
            Side::First
        } else {
            Side::Second
        };
        Some(Piece {
            side,
            kind: PieceKind::new(code),
        })
    }

    /// The kind in a mailbox code; of an empty square, kind 0.
    #[inline(always)]
    pub(crate) const fn kind_from_code(code: u8) -> PieceKind {
        PieceKind::new(code)
    }
}
