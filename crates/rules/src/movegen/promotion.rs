//! Promotion: optional, compulsory, forced where the piece could not move again, and limited.

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Returns `true` if a kind has a promoted form and the move starts or ends in its promotion
    /// zone. Limits of promoted pieces (Shogun Chess) are ignored.
    ///
    /// ```
    /// use komadai_rules::{VariantId, PieceKind, Position, Shogi, Side, Square};
    ///
    /// let square = |rank| Square::from_coords(VariantId::Shogi, 4, rank).unwrap();
    /// let may = |kind, from, to| {
    ///     Position::<Shogi>::may_promote(kind, Side::First, square(from), square(to))
    /// };
    /// assert!(may(PieceKind::PAWN, 5, 6));
    /// assert!(!may(PieceKind::PAWN, 4, 5));
    /// assert!(!may(Position::<Shogi>::promoted(PieceKind::PAWN), 5, 6));
    /// ```
    #[inline]
    #[must_use]
    pub fn may_promote(kind: PieceKind, side: Side, from: Square, to: Square) -> bool {
        V::Tables::PROMOTABLE >> kind.index() & 1 == 1
            && V::Tables::promotion_from(from, side).contains(to)
    }

    /// Splits targets into moves without and with promotion.
    #[inline(always)]
    pub(crate) fn split_promotions(
        &self,
        from: Square,
        kind: PieceKind,
        side: Side,
        to: V::Bitboard,
    ) -> (V::Bitboard, V::Bitboard) {
        if V::Tables::PROMOTABLE >> kind.index() & 1 == 0 {
            return (to, V::Bitboard::EMPTY);
        }
        let mut promote = to & V::Tables::promotion_from(from, side);
        if V::SPEC.promotion_compulsory {
            return (to & !promote, promote);
        }
        if V::Tables::LIMITED_PROMOTIONS >> kind.index() & 1 == 1 {
            if let Some(promoted) = V::SPEC.kinds[kind.index()].promotes_to {
                let piece = Piece {
                    side,
                    kind: promoted,
                };
                if !self.by_piece(piece).is_empty() {
                    promote = V::Bitboard::EMPTY;
                }
            }
        }
        (to & !V::Tables::immobile_squares(kind, side), promote)
    }
}
