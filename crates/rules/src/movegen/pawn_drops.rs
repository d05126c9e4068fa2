//! Where pawns, and swallows, may not be dropped: on files that are full, and where it would mate.

use crate::types::bitboard::Bits;
use crate::spec::game::Game;
use crate::types::piece_kind::Kind;
use crate::movegen::generator::Generator;
use crate::types::piece::Piece;
use crate::position::Position;
use crate::types::side::Side;
use crate::types::square::Square;

impl<G: Game> Position<G> {
    /// Files on which a side has as many unpromoted pawns as it may.
    #[inline(always)]
    pub(crate) fn full_files(&self, side: Side) -> G::Bits {
        let pawns = self.of_side(side) & self.of_kind(Kind::new(0));
        let ranks = G::SPEC.ranks as i8;
        match G::SPEC.pawns_per_file {
            None => G::Bits::EMPTY,
            Some(1) => {
                // Added to all ones below, any pawn carries into the last rank of its file.
                let below = G::ALL & !G::LAST_RANK;
                let last = ((pawns & below).plus(below) | pawns) & G::LAST_RANK;
                last | last.minus(last.shifted(1 - ranks))
            }
            Some(limit) => {
                debug_assert!(limit == 2, "one or two pawns a file are counted here");
                // Rank after rank, files with one pawn and with another.
                let first_rank = G::LAST_RANK.shifted(1 - ranks);
                let (mut one, mut two) = (G::Bits::EMPTY, G::Bits::EMPTY);
                for rank in 0..ranks {
                    let here = pawns.shifted(-rank) & first_rank;
                    two |= one & here;
                    one |= here;
                }
                two.shifted(ranks).minus(two)
            }
        }
    }

    /// The one square from which a dropped pawn would give check.
    #[inline]
    pub(crate) fn mating_pawn_square(&self, side: Side) -> Option<Square> {
        G::steps(Kind::new(0), !side, self.king(!side)?).any()
    }

    /// Whether dropping a pawn on this square, from which it gives check, mates.
    pub(crate) fn pawn_drop_mates(&self, square: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let mut next = *self;
        next.put(
            Piece {
                side: us,
                kind: Kind::new(0),
            },
            square,
        );
        next.side = them;
        next.checkers = G::Bits::of(square);
        // Most kings can just walk away.
        if let Some(king) = next.king(them) {
            if !Generator::<G, 2>::new(&next).king(king).is_empty() {
                return false;
            }
        }
        next.scan(them, G::Bits::of(square));
        // A pawn's check is adjacent, so no drop can answer it and this goes no deeper.
        !next.has_legal_move()
    }
}
