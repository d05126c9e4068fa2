//! The limit of pawns on a file: nifu in Shogi and Minishogi, two swallows in Tori Shogi.

use crate::position::Position;
use crate::spec::game::Game;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

impl<G: Game> Position<G> {
    /// Files on which a side has as many unpromoted pawns as it may.
    #[inline(always)]
    pub(crate) fn full_files(&self, side: Side) -> G::Bitboard {
        let pawns = self.by_side(side) & self.by_kind(PieceKind::PAWN);
        let ranks = G::SPEC.ranks as i8;
        match G::SPEC.pawns_per_file.map(|limit| limit.max) {
            None => G::Bitboard::EMPTY,
            Some(1) => {
                // Added to all ones below, any pawn carries into the last rank of its file.
                let below = G::Tables::ALL & !G::Tables::LAST_RANK;
                let last = ((pawns & below).wrapping_add(below) | pawns) & G::Tables::LAST_RANK;
                last | last.wrapping_sub(last.shift(1 - ranks))
            }
            Some(limit) => {
                debug_assert!(limit == 2, "one or two pawns a file are counted here");
                // Rank after rank, files with one pawn and with another.
                let first_rank = G::Tables::LAST_RANK.shift(1 - ranks);
                let (mut one, mut two) = (G::Bitboard::EMPTY, G::Bitboard::EMPTY);
                for rank in 0..ranks {
                    let here = pawns.shift(-rank) & first_rank;
                    two |= one & here;
                    one |= here;
                }
                two.shift(ranks).wrapping_sub(two)
            }
        }
    }
}
