//! Moves of chess pawns, which step and capture differently (Shogun Chess).

use crate::position::Position;
use crate::spec::game::Game;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

impl<G: Game> Position<G> {
    /// Where a chess pawn may go, own king aside: forward to empty squares, twice from the second
    /// rank however it got there, and diagonally onto enemies.
    pub(crate) fn pawn_destinations(&self, from: Square, side: Side) -> G::Bitboard {
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
}
