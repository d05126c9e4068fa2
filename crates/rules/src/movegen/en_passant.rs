//! Captures en passant (Shogun Chess).

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Square of the pawn captured en passant by a pawn of the side to move on `square`.
    pub(crate) fn en_passant_victim(&self, square: Square) -> Square {
        let index = square.index() as u8;
        Square::new(match self.side {
            Side::First => index - 1,
            Side::Second => index + 1,
        })
    }

    /// Returns `true` if a legal move captures en passant. A pawn's straight step onto the square
    /// does not.
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        V::SPEC.chess_pawns
            && self.en_passant == Some(mv.to())
            && mv.from().is_some_and(|from| {
                from.file(V::ID) != mv.to().file(V::ID)
                    && self.by_kind(PieceKind::PAWN).contains(from)
            })
    }

    /// Returns `true` if the own king is safe once both pawns have left their squares.
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
