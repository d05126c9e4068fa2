//! Attack queries on a position.

use crate::attacks::queries::{attacks, attacks_outlined, between, slides_outlined};
use crate::macros::unrolled;
use crate::position::Position;
use crate::spec::rays::slides;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Attackers of a square with blockers disregarded, all of one side. A piece may be in both sets.
pub(crate) struct Converging<V: Variant> {
    /// Attackers by a step or leap.
    stepping: V::Bitboard,
    /// Sliders on a line with the square.
    sliding: V::Bitboard,
}

impl<V: Variant> Converging<V> {
    /// The attackers, with `occupied` as blockers. Attackers not on `occupied` squares are ignored.
    #[inline]
    pub(crate) fn past(&self, square: Square, occupied: V::Bitboard) -> V::Bitboard {
        let mut attackers = self.stepping & occupied;
        for from in (self.sliding & occupied).squares() {
            if (between::<V::Tables>(from, square) & occupied).is_empty() {
                attackers |= V::Bitboard::from_square(from);
            }
        }
        attackers
    }
}

impl<V: Variant> Position<V> {
    /// Kinds that slide, as bits by [`PieceKind::index`].
    pub const SLIDERS: u16 = V::Tables::SLIDERS;

    /// Groups of kinds with equal slides, as bits by [`PieceKind::index`], terminated by 0.
    #[doc(hidden)]
    pub const SLIDE_GROUPS: [u16; 4] = V::Tables::SLIDE_GROUPS;

    /// Squares that a piece of this kind and side attacks by a single step or leap.
    #[inline(always)]
    #[must_use]
    pub fn steps(kind: PieceKind, side: Side, from: Square) -> V::Bitboard {
        V::Tables::steps(kind, side, from)
    }

    /// The promoted kind, or `kind` itself if it does not promote.
    #[inline(always)]
    #[must_use]
    pub fn promoted(kind: PieceKind) -> PieceKind {
        PieceKind::new(V::Tables::PROMOTES_TO[kind.index()])
    }

    /// Squares that a piece of this kind and side attacks, with `occupied` as blockers; includes
    /// squares of its own pieces.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, VariantId, PieceKind, Position, Shogi, Side, Square};
    /// let rook = VariantId::Shogi.spec().kind_by_letter('R').unwrap();
    /// let corner = Square::new(0);
    /// let attacks = Position::<Shogi>::attacks(rook, Side::First, corner, Bitboard::EMPTY);
    /// assert_eq!(attacks.count(), 16);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn attacks(
        kind: PieceKind,
        side: Side,
        from: Square,
        occupied: V::Bitboard,
    ) -> V::Bitboard {
        if V::Tables::COMPACT {
            attacks_outlined::<V::Tables>(kind, side, from, occupied)
        } else {
            attacks::<V::Tables>(kind, side, from, occupied)
        }
    }

    /// Squares that a piece of this kind and side attacks by sliding; squares attacked only by a
    /// step or leap are excluded. Fast where kind and side are compile-time constants.
    #[inline(always)]
    #[must_use]
    pub fn slides(kind: PieceKind, side: Side, from: Square, occupied: V::Bitboard) -> V::Bitboard {
        if V::Tables::COMPACT {
            slides_outlined::<V::Tables>(kind, side, from, occupied)
        } else {
            slides::<V::Tables>(kind, side, from, occupied)
        }
    }

    /// Pieces of side `by` that attack a square, with `occupied` as blockers.
    ///
    /// Pieces that are not on `occupied` squares attack nothing.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, VariantId, Position, Shogi, Side, Square};
    /// let start = Position::<Shogi>::start();
    /// let square = Square::from_coords(VariantId::Shogi, 2, 3).unwrap(); // 7f
    /// let attackers = start.attackers_to(square, Side::First, start.occupied());
    /// // The pawn in front of the bishop, not the bishop behind it.
    /// assert_eq!(attackers.first(), Square::from_coords(VariantId::Shogi, 2, 2));
    /// ```
    #[must_use]
    pub fn attackers_to(&self, square: Square, by: Side, occupied: V::Bitboard) -> V::Bitboard {
        self.converging(square, by).past(square, occupied)
    }

    /// Pieces of side `by` that attack a square if blockers are disregarded.
    #[inline]
    pub(crate) fn converging(&self, square: Square, by: Side) -> Converging<V> {
        Converging {
            stepping: self.stepping_at(square, by),
            sliding: self.sliding_at(square, by),
        }
    }

    /// Pieces of side `by` that attack a square by a step or leap.
    #[inline]
    pub(crate) fn stepping_at(&self, square: Square, by: Side) -> V::Bitboard {
        let mut stepping = V::Bitboard::EMPTY;
        // A piece attacks the square from where a piece of the other side on the square would
        // attack it.
        if V::Tables::COMPACT {
            for index in 0..V::SPEC.kinds.len() as u8 {
                let kind = PieceKind::new(index);
                stepping |= V::Tables::steps(kind, !by, square) & self.by_kind(kind);
            }
        } else {
            macro_rules! class {
                ($index:literal) => {
                    if const { V::Tables::STEPPER_CLASSES[$index] != 0 } {
                        let kind = const {
                            PieceKind::new(V::Tables::STEPPER_CLASSES[$index].trailing_zeros() as u8)
                        };
                        stepping |= V::Tables::steps(kind, !by, square)
                            & self.by_kinds(const { V::Tables::STEPPER_CLASSES[$index] });
                    }
                };
            }
            unrolled!(class: 0 1 2 3 4 5 6 7);
            macro_rules! single {
                ($index:literal) => {
                    if const {
                        $index < V::SPEC.kinds.len() && V::Tables::STEPPER_KINDS >> $index & 1 == 0
                    } {
                        let kind = const { PieceKind::new($index) };
                        stepping |= V::Tables::steps(kind, !by, square) & self.by_kind(kind);
                    }
                };
            }
            unrolled!(single: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        stepping & self.by_side(by)
    }

    /// Pieces of side `by` that slide to a square if blockers are disregarded.
    #[inline]
    pub(crate) fn sliding_at(&self, square: Square, by: Side) -> V::Bitboard {
        const { assert!(V::Tables::SLIDE_GROUPS.len() == 4) };
        let mut sliding = V::Bitboard::EMPTY;
        macro_rules! group {
            ($index:literal) => {
                if const { V::Tables::SLIDE_GROUPS[$index] != 0 } {
                    sliding |= V::Tables::empty_board_slides($index, !by, square)
                        & self.by_kinds(const { V::Tables::SLIDE_GROUPS[$index] });
                }
            };
        }
        unrolled!(group: 0 1 2 3);
        sliding & self.by_side(by)
    }

    #[must_use]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, occupied: V::Bitboard) -> bool {
        !self.attackers_to(square, by, occupied).is_empty()
    }
}

#[cfg(test)]
mod tests;
