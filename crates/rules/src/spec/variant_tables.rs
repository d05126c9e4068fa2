//! Lookup tables of a variant, built from its spec at compile time.
//!
//! Three sets implement one interface: [`native`](crate::attacks::native) looks up most answers,
//! [`compact`](crate::attacks::compact) keeps a few tables for the engine's WASM module,
//! [`computed`](crate::attacks::computed) hardly any for the rules module.

use core::fmt::Debug;

use crate::attacks::queries::{rays, slides};
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

/// Builds the tables of a variant and implements [`Variant`](crate::Variant).
macro_rules! game_tables {
    ($game:ident, $id:expr, $spec:expr, $bits:ident, $int:ty, squares $n:literal, kinds $k:literal) => {
        const _: () = {
            use $crate::attacks::compact::{Compact, compact_tables};
            use $crate::attacks::computed::{Computed, computed_tables};
            #[cfg(not(small))]
            use $crate::attacks::native::native_tables;
            use $crate::spec::piece_spec::{Step, StepUse};
            use $crate::spec::step_sets::{self, MAX_CLASSES, MAX_STEP_SETS, StepSet};
            use $crate::spec::tables::{self, MAX_SLIDE_GROUPS};
            use $crate::spec::variant::Variant;
            use $crate::spec::variant_spec::VariantSpec;
            use $crate::spec::variant_tables::VariantTables;
            use $crate::spec::zobrist;
            use $crate::types::bitboard::$bits;
            use $crate::types::piece_kind::PieceKind;
            use $crate::types::side::Side;
            use $crate::types::square::Square;

            $crate::spec::check::check(&$spec);

            // A constant may be copied into each crate that refers to it. The smallest module
            // shares one static spec; the others profit more from constant folding.
            #[cfg(tiny)]
            static ONE_SPEC: VariantSpec = $spec;
            #[cfg(tiny)]
            const SHARED_SPEC: &VariantSpec = &ONE_SPEC;
            #[cfg(not(tiny))]
            const SHARED_SPEC: &VariantSpec = &$spec;

            const fn row<const N: usize>(wide: [u128; N]) -> [$bits; N] {
                let mut out = [$bits(0); N];
                let mut i = 0;
                while i < N {
                    out[i] = $bits(wide[i] as $int);
                    i += 1;
                }
                out
            }
            const fn rows<const N: usize, const M: usize>(wide: [[u128; N]; M]) -> [[$bits; N]; M] {
                let mut out = [[$bits(0); N]; M];
                let mut i = 0;
                while i < M {
                    out[i] = row(wide[i]);
                    i += 1;
                }
                out
            }
            const fn sides<const R: usize>(wide: [[[u128; $n]; R]; 2]) -> [[[$bits; $n]; R]; 2] {
                [rows(wide[0]), rows(wide[1])]
            }
            const CLASSES: [u16; MAX_CLASSES] =
                step_sets::classes(&$spec, tables::steppers(&$spec));
            const fn narrow_step_sets() -> [[StepSet<$bits>; MAX_STEP_SETS]; 2] {
                let wide = step_sets::step_sets(&$spec, &CLASSES);
                let mut sets = [[StepSet {
                    delta: 0,
                    into: $bits(0),
                    classes: 0,
                    only: StepUse::Both,
                }; MAX_STEP_SETS]; 2];
                let mut i = 0;
                while i < 2 * MAX_STEP_SETS {
                    let set = &wide[i / MAX_STEP_SETS][i % MAX_STEP_SETS];
                    sets[i / MAX_STEP_SETS][i % MAX_STEP_SETS] = StepSet {
                        delta: set.delta,
                        into: $bits(set.into as $int),
                        classes: set.classes,
                        only: set.only,
                    };
                    i += 1;
                }
                sets
            }

            const GROUPS: [u16; MAX_SLIDE_GROUPS] = tables::slide_groups::<$k>(&$spec);
            const CANDIDATES: [[$bits; $k]; 2] = rows(tables::promotion_candidates::<$k>(&$spec));
            const SECOND_RANK: [$bits; 2] = row([
                tables::near_ranks(&$spec, 2)[0] & !tables::near_ranks(&$spec, 1)[0],
                tables::near_ranks(&$spec, 2)[1] & !tables::near_ranks(&$spec, 1)[1],
            ]);
            static RAYS: [[$bits; $n]; 8] = rows(tables::rays(&$spec));
            static LONG_SLIDES: [[u8; $k]; 2] = tables::slides(&$spec, Step::SLIDE);
            static SHORT_SLIDES: [[u8; $k]; 2] = tables::slides(&$spec, 2);
            static DISTANCE_TWO: [$bits; $n] = row(tables::king_distances_two(&$spec));
            static IMMOBILE: [[$bits; $k]; 2] = rows(tables::immobile_squares::<$n, $k>(&$spec));
            // A side's zone lies on the ranks near the other side.
            static NEAR_ZONE: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.zone_ranks));
            static DROP_REGION: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.drop_ranks));
            static HAND_KEYS: [[u64; 8]; 2] = zobrist::hand_keys($id as u64);

            /// Shared by the sets that keep rays in a table.
            macro_rules! stored_rays {
                () => {
                    #[inline(always)]
                    fn ray(direction: u8, from: Square) -> $bits {
                        RAYS[(direction & 7) as usize][from.index()]
                    }
                    #[inline(always)]
                    fn king_distance_two(square: Square) -> $bits {
                        DISTANCE_TWO[square.index()]
                    }
                };
            }

            /// Shared by all sets.
            macro_rules! common_tables {
                () => {
                    type Bitboard = $bits;
                    type Board = [u8; $n];

                    const SPEC: &'static VariantSpec = SHARED_SPEC;
                    const ALL: $bits = $bits(!0 >> (<$int>::BITS - $n));
                    const LAST_RANK: $bits = $bits(tables::near_ranks(&$spec, 1)[1] as $int);
                    const SLIDERS: u16 = tables::sliders(&$spec);
                    const EMPTY_BOARD: [u8; $n] = [0; $n];
                    const STEPPER_CLASSES: [u16; MAX_CLASSES] = CLASSES;
                    const STEPPER_KINDS: u16 = tables::steppers(&$spec);
                    const STEP_SETS: [[StepSet<$bits>; MAX_STEP_SETS]; 2] = narrow_step_sets();
                    const PROMOTABLE: u16 = tables::promotable(&$spec);
                    const PROMOTES_TO: [u8; PieceKind::MAX] = tables::promotes_to(&$spec);
                    const HAND_KINDS: [u8; PieceKind::MAX] = tables::hand_kinds(&$spec);
                    const LIMITED_PROMOTIONS: u16 = tables::limited_promotions(&$spec);
                    const SLIDE_GROUPS: [u16; MAX_SLIDE_GROUPS] = GROUPS;
                    const DROP_GROUPS: [u8; 4] = tables::drop_groups::<$n, $k>(&$spec);

                    #[inline(always)]
                    fn promotion_candidates(kind: PieceKind, side: Side) -> $bits {
                        CANDIDATES[side.index()][kind.index()]
                    }
                    #[inline(always)]
                    fn long_slides(kind: PieceKind, side: Side) -> u8 {
                        LONG_SLIDES[side.index()][kind.index()]
                    }
                    #[inline(always)]
                    fn short_slides(kind: PieceKind, side: Side) -> u8 {
                        SHORT_SLIDES[side.index()][kind.index()]
                    }
                    #[inline(always)]
                    fn immobile_squares(kind: PieceKind, side: Side) -> $bits {
                        IMMOBILE[side.index()][kind.index()]
                    }
                    #[inline(always)]
                    fn zone(side: Side) -> $bits {
                        NEAR_ZONE[1 - side.index()]
                    }
                    #[inline(always)]
                    fn second_rank(side: Side) -> $bits {
                        SECOND_RANK[side.index()]
                    }
                    #[inline(always)]
                    fn drop_region(side: Side) -> $bits {
                        DROP_REGION[side.index()]
                    }
                    #[inline(always)]
                    fn hand_key(kind: PieceKind, side: Side) -> u64 {
                        HAND_KEYS[side.index()][kind.index() & 7]
                    }
                };
            }

            #[cfg(not(small))]
            native_tables!($spec, $bits, $n, $k);
            compact_tables!($spec, $bits, $n, $k);
            computed_tables!();

            impl Variant for $game {
                type Bitboard = $bits;
                #[cfg(not(small))]
                type Tables = NativeTables;
                #[cfg(all(small, not(tiny)))]
                type Tables = CompactTables;
                #[cfg(tiny)]
                type Tables = ComputedTables;

                const ID: $crate::variants::VariantId = $id;
                const SPEC: &'static VariantSpec = SHARED_SPEC;
            }

            impl Variant for Compact<$game> {
                type Bitboard = $bits;
                type Tables = CompactTables;

                const ID: $crate::variants::VariantId = $id;
                const SPEC: &'static VariantSpec = SHARED_SPEC;
            }

            impl Variant for Computed<$game> {
                type Bitboard = $bits;
                type Tables = ComputedTables;

                const ID: $crate::variants::VariantId = $id;
                const SPEC: &'static VariantSpec = SHARED_SPEC;
            }
        };
    };
}

pub(crate) use game_tables;
