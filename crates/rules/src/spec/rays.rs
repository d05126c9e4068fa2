//! Sliding along rays.

use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Squares a slider attacks in one direction, up to and including the first blocker. Directions 0
/// to 3 lead to higher indices.
#[inline(always)]
pub(crate) fn slide<T: VariantTables>(
    direction: u8,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    let ray = T::ray(direction, from);
    let blockers = ray & occupied;
    if direction < 4 {
        ray & blockers.up_to_lsb()
    } else {
        ray & blockers.above_msb()
    }
}

/// Squares attacked by sliding in these directions (as bits).
#[cfg_attr(tiny, inline(never))]
#[cfg_attr(not(tiny), inline(always))]
pub(crate) fn rays<T: VariantTables>(
    directions: u8,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    let mut attacks = T::Bitboard::EMPTY;
    if directions != 0 {
        let mut direction = 0;
        while direction < 8 {
            if directions >> direction & 1 == 1 {
                attacks |= slide::<T>(direction, from, occupied);
            }
            direction += 1;
        }
    }
    attacks
}

/// Squares a piece attacks by sliding. Fast where kind and side are compile-time constants.
#[cfg_attr(tiny, inline(never))]
#[cfg_attr(not(tiny), inline(always))]
pub(crate) fn slides<T: VariantTables>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    let mut attacks = T::long_slides_past(T::long_slides(kind, side), from, occupied);
    let short = T::short_slides(kind, side);
    if short != 0 {
        attacks |= rays::<T>(short, from, occupied) & T::king_distance_two(from);
    }
    attacks
}
