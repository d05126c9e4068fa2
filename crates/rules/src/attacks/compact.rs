//! Few tables and small code, slower: for modules that travel to a browser, where every kilobyte
//! counts.

use core::marker::PhantomData;

use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

use super::sliding::{rays, slides};

/// A game as it is compiled for browsers, so that this code can be tested natively. With the
/// feature `small`, in WebAssembly, the game itself is compiled like this.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compact<G>(PhantomData<G>);

/// What a piece attacks on an empty board.
pub(crate) fn empty_board_attacks<T: GameTables>(
    kind: PieceKind,
    side: Side,
    from: Square,
) -> T::Bitboard {
    T::steps(kind, side, from) | slides::<T>(kind, side, from, T::Bitboard::EMPTY)
}

/// What kinds of a slide group attack by sliding on an empty board.
pub(crate) fn empty_board_slides<T: GameTables>(
    group: usize,
    side: Side,
    from: Square,
) -> T::Bitboard {
    let kind = PieceKind::new(T::SLIDE_GROUPS[group].trailing_zeros() as u8);
    slides::<T>(kind, side, from, T::Bitboard::EMPTY)
}

/// What a slider attacks, ray by ray.
pub(crate) fn long_slides_past<T: GameTables>(
    long: u8,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    rays::<T>(long, from, occupied)
}

/// The squares at which a piece from this square may promote.
pub(crate) fn promotion_from<T: GameTables>(from: Square, side: Side) -> T::Bitboard {
    let zone = T::zone(side);
    if zone.contains(from) { T::ALL } else { zone }
}

/// Implements [`GameTables`] with as few tables as possible. Invoked by
/// [`game_tables!`](crate::spec::game_tables::game_tables).
macro_rules! compact_tables {
    ($id:expr, $spec:expr, $bits:ident, $n:literal, $k:literal) => {
        /// The tables for browsers.
        pub enum CompactTables {}

        const _: () = {
            use $crate::attacks::compact;
            use $crate::spec::tables::StepRows;
            use $crate::types::direction::direction_between;

            const STEP_ROWS: StepRows<$k> = StepRows::shared::<$n>(&$spec);
            static STEPS: [[[$bits; $n]; STEP_ROWS.count]; 2] = sides(STEP_ROWS.table(&$spec));

            impl GameTables for CompactTables {
                common_tables!();

                const COMPACT: bool = true;

                #[inline(always)]
                fn steps(kind: PieceKind, side: Side, from: Square) -> $bits {
                    STEPS[side.index()][STEP_ROWS.row[kind.index()] as usize][from.index()]
                }
                #[inline(always)]
                fn empty_board_attacks(kind: PieceKind, side: Side, from: Square) -> $bits {
                    compact::empty_board_attacks::<CompactTables>(kind, side, from)
                }
                #[inline(always)]
                fn empty_board_slides(group: usize, side: Side, from: Square) -> $bits {
                    compact::empty_board_slides::<CompactTables>(group, side, from)
                }
                // All squares are a superset of those that matter.
                #[inline(always)]
                fn king_zone_slides(_: usize, _: Side, _: Square) -> $bits {
                    Self::ALL
                }
                #[inline(always)]
                fn king_zone_steps(_: Side, _: Square) -> $bits {
                    Self::ALL
                }
                #[inline(always)]
                fn long_slides_past(long: u8, from: Square, occupied: $bits) -> $bits {
                    compact::long_slides_past::<CompactTables>(long, from, occupied)
                }
                #[inline(always)]
                fn direction(from: Square, to: Square) -> u8 {
                    direction_between($spec.ranks, from.index() as u8, to.index() as u8)
                }
                #[inline(always)]
                fn promotion_from(from: Square, side: Side) -> $bits {
                    compact::promotion_from::<CompactTables>(from, side)
                }
                #[inline(always)]
                fn piece_key(kind: PieceKind, side: Side, square: Square) -> u64 {
                    zobrist::piece_key::<$n, $k>(
                        $id as u64,
                        side.index(),
                        kind.index(),
                        square.index(),
                    )
                }
            }
        };
    };
}

pub(crate) use compact_tables;
