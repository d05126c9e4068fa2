use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

/// A kind of piece and its owner.
///
/// ```
/// use komadai_rules::{VariantId, Position, Shogi, Side, Square};
/// let start = Position::<Shogi>::start();
/// let corner = start.piece_at(Square::new(0)).unwrap();
/// assert_eq!(corner.side, Side::First);
/// assert_eq!(VariantId::Shogi.spec().kind(corner.kind).letter, 'L');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// Kind, promoted or not.
    pub kind: PieceKind,
}

impl Piece {
    /// Mailbox code of this piece; never 0, which is an empty square.
    pub(crate) const fn code(self) -> u8 {
        0x80 | ((self.side as u8) << 4) | self.kind.index() as u8
    }

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

    /// Kind of a mailbox code; kind 0 for an empty square.
    #[inline(always)]
    pub(crate) const fn kind_from_code(code: u8) -> PieceKind {
        PieceKind::new(code)
    }
}
