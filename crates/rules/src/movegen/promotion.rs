//! Promotion: optional, compulsory, forced where the piece could not move again, and limited.

use crate::position::Position;
use crate::spec::game::Game;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<G: Game> Position<G> {
    /// Whether a piece of this kind has a promoted form and goes from or to a square of its promotion
    /// zone, which is what a promotion takes. Limits of promoted pieces (Shogun Chess) are not looked at.
    ///
    /// ```
    /// use komadai_rules::{GameId, PieceKind, Position, Shogi, Side, Square};
    ///
    /// let square = |rank| Square::from_coords(GameId::Shogi, 4, rank).unwrap();
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
        G::Tables::PROMOTABLE >> kind.index() & 1 == 1
            && G::Tables::promotion_from(from, side).contains(to)
    }

    /// Divides destinations into moves without and with promotion.
    #[inline(always)]
    pub(crate) fn split_promotions(
        &self,
        from: Square,
        kind: PieceKind,
        side: Side,
        to: G::Bitboard,
    ) -> (G::Bitboard, G::Bitboard) {
        if G::Tables::PROMOTABLE >> kind.index() & 1 == 0 {
            return (to, G::Bitboard::EMPTY);
        }
        let mut promote = to & G::Tables::promotion_from(from, side);
        if G::SPEC.promotion_compulsory {
            return (to & !promote, promote);
        }
        if G::Tables::LIMITED_PROMOTIONS >> kind.index() & 1 == 1 {
            if let Some(promoted) = G::SPEC.kinds[kind.index()].promotes_to {
                let piece = Piece {
                    side,
                    kind: promoted,
                };
                if !self.by_piece(piece).is_empty() {
                    promote = G::Bitboard::EMPTY;
                }
            }
        }
        (to & !G::Tables::immobile_squares(kind, side), promote)
    }
}
