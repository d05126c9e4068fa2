//! Pawn limit per file: nifu in Shogi and Minishogi, two swallows in Tori Shogi.

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

impl<V: Variant> Position<V> {
    /// Files on which a side has reached its limit of unpromoted pawns.
    #[inline(always)]
    pub(crate) fn full_files(&self, side: Side) -> V::Bitboard {
        let pawns = self.by_side(side) & self.by_kind(PieceKind::PAWN);
        let ranks = V::SPEC.ranks as i8;
        match V::SPEC.pawns_per_file.map(|limit| limit.max) {
            None => V::Bitboard::EMPTY,
            Some(1) => {
                // Adding ones on all ranks below the last makes any pawn carry into the last rank
                // of its file.
                let below = V::Tables::ALL & !V::Tables::LAST_RANK;
                let last = ((pawns & below).wrapping_add(below) | pawns) & V::Tables::LAST_RANK;
                last | last.wrapping_sub(last.shift(1 - ranks))
            }
            Some(limit) => {
                debug_assert!(limit == 2, "one or two pawns a file are counted here");
                // Counts rank by rank: files with at least one and with at least two pawns.
                let first_rank = V::Tables::LAST_RANK.shift(1 - ranks);
                let (mut one, mut two) = (V::Bitboard::EMPTY, V::Bitboard::EMPTY);
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
