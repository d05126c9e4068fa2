//! Lookup tables for speed: lines by magic multiplication, and most other queries.

pub(crate) mod line_attacks;
pub(crate) mod tables;

/// Implements [`VariantTables`](crate::spec::variant_tables::VariantTables) with tables for most
/// queries. Used by [`variant_tables!`](crate::variants::tables_macro::variant_tables).
macro_rules! native_tables {
    ($spec:expr, $bits:ident, $n:literal, $k:literal) => {
        /// Tables for native builds.
        pub enum NativeTables {}

        const _: () = {
            use $crate::attacks::native::line_attacks::{self, AXES, Line};
            use $crate::attacks::native::tables as native;

            static STEPS: [[[$bits; $n]; PieceKind::MAX]; 2] =
                sides(native::steps::<$n, $k>(&$spec));
            static EMPTY_BOARD_ATTACKS: [[[$bits; $n]; $k]; 2] =
                sides(tables::targets(&$spec, native::CAPTURES));
            static EMPTY_BOARD_SLIDES: [[[$bits; $n]; MAX_SLIDE_GROUPS]; 2] =
                sides(native::empty_board_slides(&$spec, &GROUPS));
            static KING_ZONE: [[[$bits; $n]; MAX_SLIDE_GROUPS + 1]; 2] =
                sides(native::king_zone::<$n, $k>(&$spec, &GROUPS));
            static DIRECTION: [[u8; $n]; $n] = native::directions(&$spec);
            static PROMOTION_FROM: [[$bits; $n]; 2] = rows(native::promotion_from(&$spec));
            static PIECE_KEYS: [[[u64; $n]; PieceKind::MAX]; 2] =
                native::piece_keys::<$n, $k>(&$spec);

            // An axis along which no kind slides both ways needs no table.
            const fn entries(axis: usize) -> usize {
                if native::both_ways(&$spec) >> axis & 1 == 1 {
                    line_attacks::lines::<$n>(&$spec, axis).1
                } else {
                    1
                }
            }
            const fn attacks<const E: usize>(axis: usize) -> [$bits; E] {
                if E > 1 {
                    row(line_attacks::attacks::<$n, E>(&$spec, axis))
                } else {
                    [$bits(0); E]
                }
            }
            static LINES: [[Line; $n]; AXES] = [
                line_attacks::lines(&$spec, 0).0,
                line_attacks::lines(&$spec, 1).0,
                line_attacks::lines(&$spec, 2).0,
                line_attacks::lines(&$spec, 3).0,
            ];
            const LINE_MAGICS: [u64; AXES] = line_attacks::magics(&$spec);
            // Axes clockwise from forward.
            static FILE_ATTACKS: [$bits; entries(0)] = attacks(0);
            static DIAGONAL_ATTACKS: [$bits; entries(1)] = attacks(1);
            static RANK_ATTACKS: [$bits; entries(2)] = attacks(2);
            static ANTIDIAGONAL_ATTACKS: [$bits; entries(3)] = attacks(3);

            /// Attacks of a slider along one axis, both ways.
            #[inline(always)]
            fn line_attacks(axis: usize, from: Square, occupied: $bits) -> $bits {
                let line = &LINES[axis][from.index()];
                let relevant = (occupied.0 >> line.shift) as u64 & line.mask;
                let index = relevant.wrapping_mul(LINE_MAGICS[axis])
                    >> (64 - line_attacks::relevant(&$spec));
                let at = line.offset as usize + index as usize;
                match axis {
                    0 => $bits(FILE_ATTACKS[at].0 << line.place),
                    1 => DIAGONAL_ATTACKS[at],
                    // A shift by fewer than 64 places spares instructions.
                    2 => $bits(RANK_ATTACKS[at].0 << (line.place & 15)),
                    _ => ANTIDIAGONAL_ATTACKS[at],
                }
            }

            impl VariantTables for NativeTables {
                common_tables!();

                const COMPACT: bool = false;
                const ONE_BY_ONE: bool = false;

                #[inline(always)]
                fn steps(kind: PieceKind, side: Side, from: Square) -> $bits {
                    STEPS[side.index()][kind.index()][from.index()]
                }
                #[inline(always)]
                fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> $bits {
                    EMPTY_BOARD_ATTACKS[side.index()][kind.index()][from.index()]
                }
                #[inline(always)]
                fn empty_board_slides(group: usize, side: Side, from: Square) -> $bits {
                    EMPTY_BOARD_SLIDES[side.index()][group][from.index()]
                }
                #[inline(always)]
                fn king_zone_slides(group: usize, side: Side, king: Square) -> $bits {
                    KING_ZONE[side.index()][group][king.index()]
                }
                #[inline(always)]
                fn king_zone_steps(side: Side, king: Square) -> $bits {
                    KING_ZONE[side.index()][MAX_SLIDE_GROUPS][king.index()]
                }
                #[inline(always)]
                fn long_slides_past(long: u8, from: Square, occupied: $bits) -> $bits {
                    let both_ways = long & long >> 4;
                    let mut attacks = $bits(0);
                    let mut axis = 0;
                    while axis < AXES {
                        if both_ways >> axis & 1 == 1 {
                            attacks |= line_attacks(axis, from, occupied);
                        }
                        axis += 1;
                    }
                    let one_way = long & !(both_ways | both_ways << 4);
                    attacks | $crate::spec::rays::rays::<NativeTables>(one_way, from, occupied)
                }
                stored_rays!();
                #[inline(always)]
                fn direction(from: Square, to: Square) -> u8 {
                    DIRECTION[from.index()][to.index()]
                }
                #[inline(always)]
                fn promotion_from(from: Square, side: Side) -> $bits {
                    PROMOTION_FROM[side.index()][from.index()]
                }
                #[inline(always)]
                fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64 {
                    PIECE_KEYS[side.index()][kind.index()][square.index()]
                }
            }
        };
    };
}

pub(crate) use native_tables;
