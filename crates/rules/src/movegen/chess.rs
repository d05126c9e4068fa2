//! What Shogun Chess has of chess: pawns that step and capture differently, captures in passing,
//! castling.

use crate::attacks::sliding::between;
use crate::position::Position;
use crate::spec::game::Game;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingSide;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<G: Game> Position<G> {
    /// Where a chess pawn may go, own king aside: forward to empty squares, twice from the second
    /// rank however it got there, and diagonally onto enemies.
    pub(crate) fn pawn_reach(&self, from: Square, side: Side) -> G::Bitboard {
        let empty = G::Tables::ALL & !self.occupied();
        let captures = G::Tables::steps(PieceKind::PAWN, side, from) & self.by_side(!side);
        let direction = if side == Side::First { 0 } else { 4 };
        let ahead = G::Tables::ray(direction, from);
        let mut quiet = G::Bitboard::EMPTY;
        let one = ahead & G::Tables::steps(G::SPEC.king, side, from) & empty;
        if let Some(next) = one.first() {
            quiet |= one;
            if G::Tables::second_rank(side).contains(from) {
                quiet |= G::Tables::ray(direction, next)
                    & G::Tables::steps(G::SPEC.king, side, next)
                    & empty;
            }
        }
        captures | quiet
    }

    /// The pawn that is taken when a pawn of the side to move captures in passing on `square`.
    pub(crate) fn passed_pawn(&self, square: Square) -> Square {
        let index = square.index() as u8;
        Square::new(match self.side {
            Side::First => index - 1,
            Side::Second => index + 1,
        })
    }

    /// Whether a legal move is a pawn's capture in passing. A pawn that walks straight onto the
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
        G::SPEC.chess_pawns
            && self.en_passant == Some(m.to())
            && m.from().is_some_and(|from| {
                from.file(G::ID) != m.to().file(G::ID)
                    && self.by_kind(PieceKind::PAWN).contains(from)
            })
    }

    /// Whether capturing in passing leaves the own king safe: looked at with both pawns gone.
    pub(crate) fn may_capture_in_passing(&self, from: Square, square: Square) -> bool {
        let Some(king) = self.king(self.side) else {
            return true;
        };
        let taken = G::Bitboard::from_square(self.passed_pawn(square));
        let occupied = (self.occupied() & !taken & !G::Bitboard::from_square(from))
            | G::Bitboard::from_square(square);
        !self.is_attacked(king, !self.side, occupied)
    }

    /// The king's destinations when castling, for a side that is not in check.
    pub(crate) fn castlings(&self, side: Side) -> G::Bitboard {
        let mut to = G::Bitboard::EMPTY;
        for wing in CastlingSide::BOTH {
            let Some(path) = CastlingPath::new::<G>(side, wing) else {
                continue;
            };
            if self.castling.has(side, wing)
                && path.blockers(self).is_empty()
                && path.attacked(self).is_none()
            {
                to |= G::Bitboard::from_square(path.king_to);
            }
        }
        to
    }
}

/// The squares of one castling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) side: Side,
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    /// The king passes over it.
    pub(crate) rook_to: Square,
}

impl CastlingPath {
    /// The squares of castling by this side on this wing; `None` in games without castling.
    pub(crate) fn new<G: Game>(side: Side, wing: CastlingSide) -> Option<CastlingPath> {
        let castling = G::SPEC.castling?;
        let rank = match side {
            Side::First => 0,
            Side::Second => G::SPEC.ranks - 1,
        };
        let on = |file: u8| Square::new(file * G::SPEC.ranks + rank);
        let files = castling.files(wing);
        Some(CastlingPath {
            side,
            king_from: on(castling.king_from),
            king_to: on(files.king_to),
            rook_from: on(files.rook_from),
            rook_to: on(files.rook_to),
        })
    }

    /// The castling that a move of the king is, if it is one.
    #[inline]
    pub(crate) fn of_move<G: Game>(side: Side, from: Square, to: Square) -> Option<CastlingPath> {
        CastlingSide::BOTH
            .into_iter()
            .filter_map(|wing| CastlingPath::new::<G>(side, wing))
            .find(|path| path.king_from == from && path.king_to == to)
    }

    /// What stands between king and rook.
    pub(crate) fn blockers<G: Game>(&self, position: &Position<G>) -> G::Bitboard {
        between::<G::Tables>(self.king_from, self.rook_from) & position.occupied()
    }

    /// The first attacked square that the king would cross or enter.
    pub(crate) fn attacked<G: Game>(&self, position: &Position<G>) -> Option<Square> {
        let occupied = position.occupied() & !G::Bitboard::from_square(self.king_from);
        [self.rook_to, self.king_to]
            .into_iter()
            .find(|&square| position.is_attacked(square, !self.side, occupied))
    }
}
