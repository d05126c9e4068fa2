use crate::spec::rays::{slide, slides};
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::direction::NO_DIRECTION;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Squares strictly between two squares of a line; empty if they share none.
#[cfg_attr(tiny, inline(never))]
#[cfg_attr(not(tiny), inline(always))]
pub(crate) fn between<T: VariantTables>(one: Square, other: Square) -> T::Bitboard {
    let direction = T::direction(one, other);
    if direction == NO_DIRECTION {
        return T::Bitboard::EMPTY;
    }
    T::ray(direction, one) & T::ray(direction ^ 4, other)
}

/// Targets of a piece on `from` that is pinned to the king: the line from the king up to and
/// including the pinning piece. Squares beyond it, which a leap could reach, are excluded.
#[cfg_attr(tiny, inline(never))]
#[cfg_attr(not(tiny), inline(always))]
pub(crate) fn pin_path<T: VariantTables>(
    king: Square,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    slide::<T>(
        T::direction(king, from),
        king,
        occupied & !T::Bitboard::from_square(from),
    )
}

/// Returns `true` if the piece slides from `from` to `to` on an empty board.
#[cfg_attr(tiny, inline(never))]
#[cfg_attr(not(tiny), inline(always))]
pub(crate) fn slides_to<T: VariantTables>(piece: Piece, from: Square, to: Square) -> bool {
    let direction = T::direction(from, to);
    direction != NO_DIRECTION
        && (T::long_slides(piece.kind, piece.side) >> direction & 1 == 1
            || T::short_slides(piece.kind, piece.side) >> direction & 1 == 1
                && T::king_distance_two(from).contains(to))
}

#[inline(always)]
pub(crate) fn attacks<T: VariantTables>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    let steps = T::steps(kind, side, from);
    if T::SLIDERS >> kind.index() & 1 == 0 {
        steps
    } else {
        steps | slides::<T>(kind, side, from, occupied)
    }
}

/// Out-of-line [`attacks`] for small code.
#[inline(never)]
pub(crate) fn attacks_outlined<T: VariantTables>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    attacks::<T>(kind, side, from, occupied)
}

/// Out-of-line [`slides`] for small code.
#[inline(never)]
pub(crate) fn slides_outlined<T: VariantTables>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: T::Bitboard,
) -> T::Bitboard {
    slides::<T>(kind, side, from, occupied)
}
