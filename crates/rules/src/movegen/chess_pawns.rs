//! Moves of chess pawns, which step and capture differently (Shogun Chess).

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Targets of a chess pawn, with the safety of the own king disregarded. A pawn on the second
    /// rank may step twice, even if it was dropped there.
    pub(crate) fn pawn_destinations(&self, from: Square, side: Side) -> V::Bitboard {
        let empty = V::Tables::ALL & !self.occupied();
        let captures = V::Tables::steps(PieceKind::PAWN, side, from) & self.by_side(!side);
        let direction = if side == Side::First { 0 } else { 4 };
        let ahead = V::Tables::ray(direction, from);
        let mut quiet = V::Bitboard::EMPTY;
        let one = ahead & V::Tables::steps(V::SPEC.king, side, from) & empty;
        if let Some(next) = one.first() {
            quiet |= one;
            if V::Tables::second_rank(side).contains(from) {
                quiet |= V::Tables::ray(direction, next)
                    & V::Tables::steps(V::SPEC.king, side, next)
                    & empty;
            }
        }
        captures | quiet
    }
}
