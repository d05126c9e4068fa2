//! Premoves: moves prepared before the opponent has moved. Their targets follow from the movement
//! of the piece alone; legality is checked when they are played.

use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::spec::piece_spec::StepUse;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::CastlingSide;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Promotion of a premove to a target.
///
/// ```
/// use komadai_rules::{VariantId, Position, PromotionChoice, Shogi, Square};
/// let start = Position::<Shogi>::start();
/// let bishop = Square::from_coords(VariantId::Shogi, 1, 1).unwrap(); // 8h
/// let zone = Square::from_coords(VariantId::Shogi, 7, 7).unwrap(); // 2b
/// assert_eq!(start.premove_promotion(bishop, zone), PromotionChoice::Optional);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionChoice {
    /// The move cannot promote.
    None,
    /// The player chooses.
    Optional,
    /// The move must promote.
    Forced,
}

impl PromotionChoice {
    /// Name in messages: `none`, `optional`, `forced`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PromotionChoice::None => "none",
            PromotionChoice::Optional => "optional",
            PromotionChoice::Forced => "forced",
        }
    }
}

impl<V: Variant> Position<V> {
    /// Premove targets of the piece on `from`; empty for an empty square.
    ///
    /// These are the squares that it reaches on an empty board, moving or capturing. Squares of own
    /// pieces are included, because those may have been captured by then. Double steps of pawns and
    /// castling are included where the pawn stands on its second rank or the king has the right.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, VariantId, Position, Shogi, Square};
    /// let rook = Square::from_coords(VariantId::Shogi, 7, 1).unwrap(); // 2h
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.premove_targets(rook).count(), 16);
    /// ```
    #[must_use]
    pub fn premove_targets(&self, from: Square) -> V::Bitboard {
        let Some(piece) = self.piece_at(from) else {
            return V::Bitboard::EMPTY;
        };
        let mut targets = empty_board_moves::<V>(piece.kind, piece.side, from);
        if piece.kind == V::SPEC.king {
            for wing in CastlingSide::BOTH {
                if self.castling().has(piece.side, wing) {
                    if let Some(path) = CastlingPath::new::<V>(piece.side, wing) {
                        targets |= V::Bitboard::from_square(path.king_to);
                    }
                }
            }
        }
        targets
    }

    /// Predrop targets of `side` for this kind: all squares on which it may ever be dropped.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, PieceKind, Position, Shogi, Side};
    /// // All but the last rank, where a pawn could never move; nifu is checked when it is dropped.
    /// let targets = Position::<Shogi>::predrop_targets(Side::First, PieceKind::PAWN);
    /// assert_eq!(targets.count(), 72);
    /// ```
    #[must_use]
    pub fn predrop_targets(side: Side, kind: PieceKind) -> V::Bitboard {
        V::Tables::drop_region(side) & !V::Tables::immobile_squares(kind, side)
    }

    /// Promotion of a premove from `from` to `to`.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Position, PromotionChoice, Shogi, Square};
    /// let start = Position::<Shogi>::start();
    /// let lance = Square::new(0); // 9i
    /// let at = |rank| Square::from_coords(VariantId::Shogi, 0, rank).unwrap();
    /// assert_eq!(start.premove_promotion(lance, at(4)), PromotionChoice::None);
    /// assert_eq!(start.premove_promotion(lance, at(7)), PromotionChoice::Optional);
    /// assert_eq!(start.premove_promotion(lance, at(8)), PromotionChoice::Forced);
    /// ```
    #[must_use]
    pub fn premove_promotion(&self, from: Square, to: Square) -> PromotionChoice {
        let Some(piece) = self.piece_at(from) else {
            return PromotionChoice::None;
        };
        let zone = V::Tables::zone(piece.side);
        if V::SPEC.kind(piece.kind).promotes_to.is_none()
            || !(zone.contains(from) || zone.contains(to))
        {
            PromotionChoice::None
        } else if V::SPEC.promotion_compulsory
            || V::Tables::immobile_squares(piece.kind, piece.side).contains(to)
        {
            PromotionChoice::Forced
        } else {
            PromotionChoice::Optional
        }
    }
}

/// Targets on an empty board, moving or capturing. Chess pawns step forward, twice from their
/// second rank, and capture diagonally.
fn empty_board_moves<V: Variant>(kind: PieceKind, side: Side, from: Square) -> V::Bitboard {
    let sign = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let mut reached = V::Bitboard::EMPTY;
    for step in V::SPEC.kind(kind).moves {
        let max = match step.only {
            StepUse::Quiet if V::Tables::second_rank(side).contains(from) => 2,
            _ => step.max,
        };
        let (mut file, mut rank) = (from.file(V::ID) as i8, from.rank(V::ID) as i8);
        for _ in 0..max {
            (file, rank) = (file + sign * step.dx, rank + sign * step.dy);
            let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
                break;
            };
            let Some(to) = Square::from_coords(V::ID, file, rank) else {
                break;
            };
            reached |= V::Bitboard::from_square(to);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::position::setup::{Setup, SetupRules};
    use crate::types::castling_rights::CastlingRights;
    use crate::types::moves::Move;
    use crate::variants::{
        minishogi::Minishogi, shogi::Shogi, shogun::Shogun, torishogi::Torishogi,
    };

    fn square<V: Variant>(file: u8, rank: u8) -> Square {
        Square::from_coords(V::ID, file, rank).unwrap()
    }

    fn targets<V: Variant>(position: &Position<V>, file: u8, rank: u8) -> Vec<(u8, u8)> {
        let targets = position.premove_targets(square::<V>(file, rank));
        let coords = |to: Square| (to.file(V::ID), to.rank(V::ID));
        targets.squares().map(coords).collect()
    }

    #[test]
    fn premoves_ignore_what_stands_on_the_board() {
        let start = Position::<Shogi>::start();
        let file: Vec<_> = (1..9).map(|rank| (0, rank)).collect();
        assert_eq!(targets(&start, 0, 0), file);
        assert_eq!(targets(&start, 4, 0).len(), 5);
        assert_eq!(targets(&start, 3, 6), [(3, 5)]);
        assert_eq!(targets(&start, 4, 4), []);
    }

    #[test]
    fn chess_pawns_may_be_premoved_forward_twice_and_diagonally() {
        let start = Position::<Shogun>::start();
        assert_eq!(targets(&start, 4, 1), [(3, 2), (4, 2), (4, 3), (5, 2)]);
        assert_eq!(targets(&start, 4, 6), [(3, 5), (4, 4), (4, 5), (5, 5)]);
        let mut next = start;
        let to = square::<Shogun>(4, 2);
        next.play_unchecked(Move::normal(square::<Shogun>(4, 1), to));
        assert_eq!(targets(&next, 4, 2), [(3, 3), (4, 3), (5, 3)]);
    }

    #[test]
    fn castling_may_be_premoved_while_there_is_a_right_to_it() {
        let start = Position::<Shogun>::start();
        let steps = [(3, 0), (3, 1), (4, 1), (5, 0), (5, 1)];
        let mut with_castling = vec![(2, 0), (6, 0)];
        with_castling.extend(steps);
        with_castling.sort_unstable();
        assert_eq!(targets(&start, 4, 0), with_castling);
        let mut setup = Setup::start(Shogun::ID);
        setup.castling = CastlingRights::NONE;
        let without = Position::<Shogun>::from_setup(&setup, SetupRules::Play).unwrap();
        assert_eq!(targets(&without, 4, 0), steps);
    }

    #[test]
    fn predrops_keep_to_the_squares_on_which_the_piece_can_move() {
        let (pawn, knight) = (PieceKind::PAWN, PieceKind::new(2));
        assert_eq!(
            Position::<Shogi>::predrop_targets(Side::First, pawn).count(),
            72
        );
        assert_eq!(
            Position::<Shogi>::predrop_targets(Side::Second, knight).count(),
            63
        );
        assert_eq!(
            Position::<Shogun>::predrop_targets(Side::Second, pawn).count(),
            40
        );
    }

    #[test]
    fn premoved_promotion_is_forced_where_the_rules_or_the_edge_force_it() {
        fn choice<V: Variant>(from: (u8, u8), to: (u8, u8)) -> PromotionChoice {
            let (from, to) = (square::<V>(from.0, from.1), square::<V>(to.0, to.1));
            Position::<V>::start().premove_promotion(from, to)
        }
        use PromotionChoice::{Forced, None, Optional};
        assert_eq!(choice::<Shogi>((0, 2), (0, 8)), Forced);
        assert_eq!(choice::<Shogi>((0, 2), (0, 6)), Optional);
        assert_eq!(choice::<Shogi>((0, 2), (0, 5)), None);
        // Leaves the second side's zone, the first three ranks.
        assert_eq!(choice::<Shogi>((7, 7), (7, 2)), Optional);
        // A gold does not promote, and the central square is empty.
        assert_eq!(choice::<Shogi>((3, 0), (3, 8)), None);
        assert_eq!(choice::<Shogi>((4, 4), (4, 8)), None);
        assert_eq!(choice::<Torishogi>((0, 2), (0, 5)), Forced);
    }

    fn legal_moves_are_premoves<V: Variant>() {
        let mut random: u64 = 1;
        for _ in 0..40 {
            let mut position = Position::<V>::start();
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    check(&position, mv);
                }
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                position.play_unchecked(moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }

    fn check<V: Variant>(position: &Position<V>, mv: Move) {
        if let Some(kind) = mv.dropped() {
            let side = position.side_to_move();
            assert!(
                Position::<V>::predrop_targets(side, kind).contains(mv.to()),
                "{mv:?}"
            );
        } else if let Some(from) = mv.from() {
            assert!(position.premove_targets(from).contains(mv.to()), "{mv:?}");
            let choice = position.premove_promotion(from, mv.to());
            if mv.is_promotion() {
                assert_ne!(choice, PromotionChoice::None, "{mv:?}");
            } else {
                assert_ne!(choice, PromotionChoice::Forced, "{mv:?}");
            }
        }
    }

    #[test]
    fn every_legal_move_could_have_been_premoved() {
        legal_moves_are_premoves::<Shogi>();
        legal_moves_are_premoves::<Minishogi>();
        legal_moves_are_premoves::<Torishogi>();
        legal_moves_are_premoves::<Shogun>();
    }
}
