//! Piece worth from movement alone, good enough for plausible games.

use komadai_rules::{VariantId, Kind};

/// Steps count once, slides four times.
pub(crate) fn of(variant: VariantId, kind: Kind) -> i32 {
    let moves = variant.spec().kind(kind).moves;
    moves
        .iter()
        .map(|step| if step.max > 1 { 8 } else { 2 })
        .sum::<i32>()
        + 1
}
