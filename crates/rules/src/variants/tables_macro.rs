//! `variant_tables!`: lookup tables of a variant from its spec.

/// Builds the tables of a variant and implements [`Variant`](crate::Variant).
macro_rules! variant_tables {
    ($variant:ident, $id:expr, $spec:expr, $bits:ident, $int:ty, squares $n:literal, kinds $k:literal) => {
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

            impl Variant for $variant {
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

            impl Variant for Compact<$variant> {
                type Bitboard = $bits;
                type Tables = CompactTables;

                const ID: $crate::variants::VariantId = $id;
                const SPEC: &'static VariantSpec = SHARED_SPEC;
            }

            impl Variant for Computed<$variant> {
                type Bitboard = $bits;
                type Tables = ComputedTables;

                const ID: $crate::variants::VariantId = $id;
                const SPEC: &'static VariantSpec = SHARED_SPEC;
            }
        };
    };
}

pub(crate) use variant_tables;
