//! Lookup tables of a variant, built from its spec at compile time.
//!
//! Three sets implement one interface: [`native`](crate::attacks::native) looks up most answers,
//! [`compact`](crate::attacks::compact) keeps a few tables for the engine's WASM module,
//! [`computed`](crate::attacks::computed) hardly any for the rules module.

use core::fmt::Debug;

use crate::spec::rays::{rays, slides};
use crate::spec::step_sets::{MAX_CLASSES, MAX_STEP_SETS, StepSet};
use crate::spec::tables::{self, MAX_SLIDE_GROUPS, StepFilter};
use crate::spec::variant_spec::VariantSpec;
use crate::spec::zobrist;
use crate::types::bitboard::Bitboard;
use crate::types::direction::direction_between;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Entry of [`VariantTables::HAND_KINDS`] for kinds that cannot be held.
pub(crate) const NO_HAND_KIND: u8 = 255;

/// Lookup tables of a variant. Associated constants let the compiler drop features a variant lacks.
///
/// Functions with a body compute; a set of tables overrides those it has a table for.
pub trait VariantTables: Sized {
    type Bitboard: Bitboard;
    /// Mailbox: one byte per square.
    type Board: Copy + Debug + Eq + AsRef<[u8]> + AsMut<[u8]> + Send + Sync;

    const SPEC: &'static VariantSpec;
    /// Prefers small code: shared by both sides, not unrolled, inlined less.
    const COMPACT: bool;
    /// Appends moves to lists one by one: slower, less code.
    const ONE_BY_ONE: bool;
    const ALL: Self::Bitboard;
    /// The rank farthest from the first side.
    const LAST_RANK: Self::Bitboard;
    /// Kinds that slide, as bits.
    const SLIDERS: u16;
    const EMPTY_BOARD: Self::Board;
    /// Kinds that are moved set-wise: classes of equal steps, as bits, terminated by 0.
    const STEPPER_CLASSES: [u16; MAX_CLASSES];
    /// Union of [`VariantTables::STEPPER_CLASSES`].
    const STEPPER_KINDS: u16;
    const STEP_SETS: [[StepSet<Self::Bitboard>; MAX_STEP_SETS]; 2];
    /// Kinds that can promote, as bits.
    const PROMOTABLE: u16;
    /// Promoted kind of each kind, or the kind itself if it does not promote.
    const PROMOTES_TO: [u8; PieceKind::MAX];
    /// Kind in the captor's hand of each kind, or `NO_HAND_KIND`.
    const HAND_KINDS: [u8; PieceKind::MAX];
    /// Kinds whose promoted form has a board limit, as bits.
    const LIMITED_PROMOTIONS: u16;
    /// Groups of kinds with equal slides, as bits, terminated by 0.
    const SLIDE_GROUPS: [u16; MAX_SLIDE_GROUPS];
    /// Groups of hand kinds other than the pawn with equal drop squares, as bits, terminated by 0.
    const DROP_GROUPS: [u8; 4];

    /// Squares that a piece attacks by a single step or leap.
    fn steps(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard {
        let (kind, side, from) = (kind.index(), side.index(), from.index());
        let steps = tables::piece_targets(Self::SPEC, StepFilter::STEPS, side, kind, from);
        Self::Bitboard::narrow(steps)
    }
    #[inline(always)]
    fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard {
        Self::steps(kind, side, from) | slides::<Self>(kind, side, from, Self::Bitboard::EMPTY)
    }
    /// Squares that kinds of this [slide group](VariantTables::SLIDE_GROUPS) attack by sliding on
    /// an empty board.
    #[inline(always)]
    fn empty_board_slides(group: usize, side: Side, from: Square) -> Self::Bitboard {
        let kind = PieceKind::new(Self::SLIDE_GROUPS[group].trailing_zeros() as u8);
        slides::<Self>(kind, side, from, Self::Bitboard::EMPTY)
    }
    /// Superset of the squares from which an enemy of this [slide
    /// group](VariantTables::SLIDE_GROUPS) may attack a square beside the king of `side` by
    /// sliding.
    #[inline(always)]
    fn king_zone_slides(_group: usize, _side: Side, _king: Square) -> Self::Bitboard {
        Self::ALL
    }
    /// Superset of the squares from which an enemy may attack a square beside the king of `side` by
    /// a step or leap.
    #[inline(always)]
    fn king_zone_steps(_side: Side, _king: Square) -> Self::Bitboard {
        Self::ALL
    }
    /// Squares attacked by slides of any distance in the directions `long` (as bits).
    #[inline(always)]
    fn long_slides_past(long: u8, from: Square, occupied: Self::Bitboard) -> Self::Bitboard {
        rays::<Self>(long, from, occupied)
    }
    /// Squares beyond `from` in one of the eight directions.
    fn ray(direction: u8, from: Square) -> Self::Bitboard {
        let direction = (direction & 7) as usize;
        Self::Bitboard::narrow(tables::ray(Self::SPEC, direction, from.index()))
    }
    /// Direction from one square to another,
    /// 8 if they share no line.
    #[inline(always)]
    fn direction(from: Square, to: Square) -> u8 {
        direction_between(Self::SPEC.ranks, from.index() as u8, to.index() as u8)
    }
    /// Directions in which a piece slides any distance, as bits.
    fn long_slides(kind: PieceKind, side: Side) -> u8;
    /// Directions in which a piece slides at most two squares, as bits.
    fn short_slides(kind: PieceKind, side: Side) -> u8;
    /// Squares at most two king's steps away.
    fn king_distance_two(square: Square) -> Self::Bitboard {
        Self::Bitboard::narrow(tables::king_distance_two(Self::SPEC, square.index()))
    }
    /// Squares from which a stepping piece of this kind may promote at once.
    fn promotion_candidates(kind: PieceKind, side: Side) -> Self::Bitboard;
    /// Squares from which this kind could never move again.
    fn immobile_squares(kind: PieceKind, side: Side) -> Self::Bitboard;
    /// Targets at which a piece from this square may promote: all if it comes from the zone.
    #[inline(always)]
    fn promotion_from(from: Square, side: Side) -> Self::Bitboard {
        let zone = Self::zone(side);
        if zone.contains(from) { Self::ALL } else { zone }
    }
    /// Promotion zone of a side.
    fn zone(side: Side) -> Self::Bitboard;
    /// Rank from which chess pawns of a side may step twice.
    fn second_rank(side: Side) -> Self::Bitboard;
    /// Squares on which a side may drop.
    fn drop_region(side: Side) -> Self::Bitboard;
    /// Zobrist key of a piece on a square.
    #[inline(always)]
    fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64 {
        zobrist::piece_key(Self::SPEC, side.index(), kind.index(), square.index())
    }
    /// Zobrist key of one piece in hand.
    fn hand_key(kind: PieceKind, side: Side) -> u64;
}
