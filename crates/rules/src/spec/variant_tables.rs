//! The tables that make a game fast, built from its spec at compile time.
//!
//! There are three sets behind one interface: [`native`](crate::attacks::native) looks up what it can;
//! [`compact`](crate::attacks::compact) keeps a few tables, for the engine's module in a browser;
//! [`computed`](crate::attacks::computed) keeps hardly any, for the rules module.

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

/// In [`VariantTables::HAND_KINDS`]: cannot be held.
pub(crate) const NO_HAND_KIND: u8 = 255;

/// The tables of a game. The associated constants let the compiler drop what a game does not have.
///
/// A function with a body computes; sets of tables replace those that are worth a table to them.
pub trait VariantTables: Sized {
    /// A set of squares.
    type Bitboard: Bitboard;
    /// One byte per square.
    type Board: Copy + Debug + Eq + AsRef<[u8]> + AsMut<[u8]> + Send + Sync;

    /// The game as data.
    const SPEC: &'static VariantSpec;
    /// Whether code is to be small too: shared by both sides, not unrolled, inlined less.
    const COMPACT: bool;
    /// Whether moves are added to lists one by one, which is slower and less code.
    const ONE_BY_ONE: bool;
    /// All squares of the board.
    const ALL: Self::Bitboard;
    /// The rank farthest from the first side.
    const LAST_RANK: Self::Bitboard;
    /// The kinds that slide, as bits.
    const SLIDERS: u16;
    /// A board without pieces.
    const EMPTY_BOARD: Self::Board;
    /// Kinds that are moved all at once: classes that step alike, as bits; 0 at the end.
    const STEPPER_CLASSES: [u16; MAX_CLASSES];
    /// All kinds in [`VariantTables::STEPPER_CLASSES`], as bits.
    const STEPPER_KINDS: u16;
    /// The steps of each side's steppers.
    const STEP_SETS: [[StepSet<Self::Bitboard>; MAX_STEP_SETS]; 2];
    /// Kinds that can promote, as bits.
    const PROMOTABLE: u16;
    /// For every kind: what it becomes when it promotes, itself if it does not.
    const PROMOTES_TO: [u8; PieceKind::MAX];
    /// For every kind: what it is in the hand of its captor; 255 for the king.
    const HAND_KINDS: [u8; PieceKind::MAX];
    /// Whether some promotions are forbidden while another of the kind is on the board.
    const LIMITED_PROMOTIONS: u16;
    /// Kinds that slide alike, as bits; 0 at the end.
    const SLIDE_GROUPS: [u16; MAX_SLIDE_GROUPS];
    /// Hand kinds other than the pawn that may be dropped on the same squares, as bits; 0 at the
    /// end.
    const DROP_GROUPS: [u8; 4];

    /// Squares that a piece attacks by a single step or leap.
    fn steps(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard {
        let (kind, side, from) = (kind.index(), side.index(), from.index());
        let steps = tables::piece_targets(Self::SPEC, StepFilter::STEPS, side, kind, from);
        Self::Bitboard::narrow(steps)
    }
    /// Squares that a piece attacks on an empty board.
    #[inline(always)]
    fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> Self::Bitboard {
        Self::steps(kind, side, from) | slides::<Self>(kind, side, from, Self::Bitboard::EMPTY)
    }
    /// Squares that kinds of this [slide group](VariantTables::SLIDE_GROUPS) attack by sliding on an
    /// empty board.
    #[inline(always)]
    fn empty_board_slides(group: usize, side: Side, from: Square) -> Self::Bitboard {
        let kind = PieceKind::new(Self::SLIDE_GROUPS[group].trailing_zeros() as u8);
        slides::<Self>(kind, side, from, Self::Bitboard::EMPTY)
    }
    /// Squares from which an enemy of this [slide group](VariantTables::SLIDE_GROUPS) may attack a
    /// square beside the king of `side` by sliding; at least those.
    #[inline(always)]
    fn king_zone_slides(_group: usize, _side: Side, _king: Square) -> Self::Bitboard {
        Self::ALL
    }
    /// Squares from which some enemy may attack a square beside the king of `side` by a step or
    /// leap; at least those.
    #[inline(always)]
    fn king_zone_steps(_side: Side, _king: Square) -> Self::Bitboard {
        Self::ALL
    }
    /// Squares that a slider attacks in any of the directions `long`, given as bits, past what is
    /// occupied.
    #[inline(always)]
    fn long_slides_past(long: u8, from: Square, occupied: Self::Bitboard) -> Self::Bitboard {
        rays::<Self>(long, from, occupied)
    }
    /// Squares beyond `from` in one of the eight directions.
    fn ray(direction: u8, from: Square) -> Self::Bitboard {
        let direction = (direction & 7) as usize;
        Self::Bitboard::narrow(tables::ray(Self::SPEC, direction, from.index()))
    }
    /// Direction from one square to another, 8 if they share no line.
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
    /// The squares at which a piece from this square may promote: all when it comes from the zone.
    #[inline(always)]
    fn promotion_from(from: Square, side: Side) -> Self::Bitboard {
        let zone = Self::zone(side);
        if zone.contains(from) { Self::ALL } else { zone }
    }
    /// The promotion zone of a side.
    fn zone(side: Side) -> Self::Bitboard;
    /// Where chess pawns of a side may step twice.
    fn second_rank(side: Side) -> Self::Bitboard;
    /// Where a side may drop pieces.
    fn drop_region(side: Side) -> Self::Bitboard;
    /// The key of a piece on a square.
    #[inline(always)]
    fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64 {
        zobrist::piece_key(Self::SPEC, side.index(), kind.index(), square.index())
    }
    /// The key of one piece in hand.
    fn hand_key(kind: PieceKind, side: Side) -> u64;
}

/// Builds the tables of a game and implements [`Variant`](crate::Variant) with them.
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

            // A reference to a constant is folded in each crate, and each may have a copy of the spec. The smallest
            // module keeps one; in the others folding is worth more.
            #[cfg(tiny)]
            static ONE_SPEC: VariantSpec = $spec;
            #[cfg(tiny)]
            const SHARED_SPEC: &VariantSpec = &ONE_SPEC;
            #[cfg(not(tiny))]
            const SHARED_SPEC: &VariantSpec = &$spec;

            // Tables are computed in `u128` and narrowed to the bitboard of the game.
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
            // The second side's zone is on the first side's ranks and the other way round.
            static NEAR_ZONE: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.zone_ranks));
            static DROP_REGION: [$bits; 2] = row(tables::near_ranks(&$spec, $spec.drop_ranks));
            static HAND_KEYS: [[u64; 8]; 2] = zobrist::hand_keys($id as u64);

            /// What the sets that keep rays in a table have in common.
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

            /// What all sets of tables have in common.
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
