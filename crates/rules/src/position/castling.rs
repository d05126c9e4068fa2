//! Castling (Shogun Chess).

use crate::attacks::queries::between;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingSide;
use crate::types::side::Side;
use crate::types::square::Square;

impl<V: Variant> Position<V> {
    /// Castling targets of the king of a side that is not in check.
    pub(crate) fn castlings(&self, side: Side) -> V::Bitboard {
        let mut to = V::Bitboard::EMPTY;
        for wing in CastlingSide::BOTH {
            let Some(path) = CastlingPath::new::<V>(side, wing) else {
                continue;
            };
            if self.castling.has(side, wing)
                && path.blockers(self).is_empty()
                && path.attacked(self).is_none()
            {
                to |= V::Bitboard::from_square(path.king_to);
            }
        }
        to
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) side: Side,
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    /// The square the king passes.
    pub(crate) rook_to: Square,
}

impl CastlingPath {
    pub(crate) fn new<V: Variant>(side: Side, wing: CastlingSide) -> Option<CastlingPath> {
        let castling = V::SPEC.castling?;
        let rank = match side {
            Side::First => 0,
            Side::Second => V::SPEC.ranks - 1,
        };
        let on = |file: u8| Square::new(file * V::SPEC.ranks + rank);
        let files = castling.files(wing);
        Some(CastlingPath {
            side,
            king_from: on(castling.king_from),
            king_to: on(files.king_to),
            rook_from: on(files.rook_from),
            rook_to: on(files.rook_to),
        })
    }

    /// The castling that this king move is, if any.
    #[inline]
    pub(crate) fn of_move<V: Variant>(
        side: Side,
        from: Square,
        to: Square,
    ) -> Option<CastlingPath> {
        CastlingSide::BOTH
            .into_iter()
            .filter_map(|wing| CastlingPath::new::<V>(side, wing))
            .find(|path| path.king_from == from && path.king_to == to)
    }

    /// Pieces between king and rook.
    pub(crate) fn blockers<V: Variant>(&self, position: &Position<V>) -> V::Bitboard {
        between::<V::Tables>(self.king_from, self.rook_from) & position.occupied()
    }

    /// The first attacked square that the king would pass or enter.
    pub(crate) fn attacked<V: Variant>(&self, position: &Position<V>) -> Option<Square> {
        let occupied = position.occupied() & !V::Bitboard::from_square(self.king_from);
        [self.rook_to, self.king_to]
            .into_iter()
            .find(|&square| position.is_attacked(square, !self.side, occupied))
    }
}
