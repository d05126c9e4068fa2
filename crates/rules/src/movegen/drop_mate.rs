//! Pawn drops that mate (uchifuzume), which are illegal.

use crate::movegen::generator::Generator;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// The square from which a dropped pawn would give check.
    #[inline]
    pub(crate) fn mating_pawn_square(&self, side: Side) -> Option<Square> {
        V::Tables::steps(PieceKind::PAWN, !side, self.king(!side)?).first()
    }

    /// Returns `true` if a pawn dropped on this square, from which it gives check, mates.
    pub(crate) fn pawn_drop_mates(&self, square: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let mut next = *self;
        next.put_piece(
            Piece {
                side: us,
                kind: PieceKind::PAWN,
            },
            square,
        );
        next.side = them;
        next.checkers = V::Bitboard::from_square(square);
        // Fast path: most kings have a flight square.
        if let Some(king) = next.king(them) {
            if !Generator::<V, 2>::new(&next).king(king).is_empty() {
                return false;
            }
        }
        next.scan(them, V::Bitboard::from_square(square));
        // Ends the recursion: a pawn's check is adjacent, so no drop can answer it.
        !next.has_legal_move()
    }
}
