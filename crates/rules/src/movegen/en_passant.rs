//! Captures en passant (Shogun Chess).

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// The pawn that is taken when a pawn of the side to move captures en passant on `square`.
    pub(crate) fn en_passant_victim(&self, square: Square) -> Square {
        let index = square.index() as u8;
        Square::new(match self.side {
            Side::First => index - 1,
            Side::Second => index + 1,
        })
    }

    /// Whether a legal move is a capture en passant. A pawn that walks straight onto the
    /// square takes nothing.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogun};
    /// let start = Position::<Shogun>::start();
    /// assert!(!start.legal_moves().iter().any(|&m| start.is_en_passant(m)));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, m: Move) -> bool {
        V::SPEC.chess_pawns
            && self.en_passant == Some(m.to())
            && m.from().is_some_and(|from| {
                from.file(V::ID) != m.to().file(V::ID)
                    && self.by_kind(PieceKind::PAWN).contains(from)
            })
    }

    /// Whether capturing en passant leaves the own king safe: looked at with both pawns gone.
    pub(crate) fn may_capture_en_passant(&self, from: Square, square: Square) -> bool {
        let Some(king) = self.king(self.side) else {
            return true;
        };
        let taken = V::Bitboard::from_square(self.en_passant_victim(square));
        let occupied = (self.occupied() & !taken & !V::Bitboard::from_square(from))
            | V::Bitboard::from_square(square);
        !self.is_attacked(king, !self.side, occupied)
    }
}
