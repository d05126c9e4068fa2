//! Piece values derived from a variant's spec.
//!
//! The value of a kind is its mobility: the mean number of squares it reaches, over all squares of
//! the board, with decreasing weight along a slide because it may be blocked; see "Point Value by
//! Regression Analysis" and "Mobility" on the chess programming wiki. A kind that can promote gets
//! a share of the promoted value, and a piece in hand slightly more than on the board.

use komadai_rules::{PieceKind, PieceKindSpec, Step, StepUse, VariantSpec};

use super::PieceValue;

/// Centipawns per square of mobility.
const PER_SQUARE: f64 = 105.0;
/// Probability that the next square of a slide is empty.
const EMPTY_SQUARE: f64 = 0.7;
/// Share of the promotion gain in the value of the unpromoted piece.
const PROMOTION_SHARE: f64 = 0.1;
/// Value in hand relative to the board.
const HAND_FACTOR: f64 = 1.1;
/// Granularity of the values, in centipawns.
const ROUND_TO: f64 = 10.0;

/// Value of a kind in centipawns, derived from its movement; 0 for the king.
pub(crate) fn derived_value(spec: &VariantSpec, kind: PieceKind) -> PieceValue {
    if kind == spec.king {
        return PieceValue { board: 0, hand: 0 };
    }
    let it = spec.kind(kind);
    let unpromoted = by_mobility(spec, it);
    let promoted = it
        .promotes_to
        .map_or(unpromoted, |to| by_mobility(spec, spec.kind(to)));
    let board = unpromoted + PROMOTION_SHARE * (promoted - unpromoted).max(0.0);
    let round = |value: f64| ((value / ROUND_TO).round() * ROUND_TO) as i32;
    let can_be_held = kind.index() < usize::from(spec.hand_kinds);
    PieceValue {
        board: round(board),
        hand: if can_be_held {
            round(HAND_FACTOR * board)
        } else {
            0
        },
    }
}

fn by_mobility(spec: &VariantSpec, kind: &PieceKindSpec) -> f64 {
    let mut reached = 0.0;
    for file in 0..spec.files {
        for rank in 0..spec.ranks {
            let from = (i32::from(file), i32::from(rank));
            reached += kind
                .moves
                .iter()
                .map(|step| reach(spec, step, from))
                .sum::<f64>();
        }
    }
    PER_SQUARE * reached / (f64::from(spec.files) * f64::from(spec.ranks))
}

/// Squares that a step reaches from a square; each further one of a slide counts less.
fn reach(spec: &VariantSpec, step: &Step, (file, rank): (i32, i32)) -> f64 {
    let (dx, dy) = (i32::from(step.dx), i32::from(step.dy));
    let on_board = |n: &i32| {
        (0..i32::from(spec.files)).contains(&(file + n * dx))
            && (0..i32::from(spec.ranks)).contains(&(rank + n * dy))
    };
    let (mut sum, mut weight) = (0.0, 1.0);
    for _ in (1..=i32::from(step.max)).take_while(on_board) {
        sum += weight;
        weight *= EMPTY_SQUARE;
    }
    match step.only {
        StepUse::Both => sum,
        StepUse::Quiet | StepUse::Capture => sum / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{VARIANTS, piece_value};
    use super::*;

    fn kinds(spec: &VariantSpec) -> impl Iterator<Item = PieceKind> + use<> {
        (0..spec.kinds.len() as u8).map(PieceKind::new)
    }

    #[test]
    fn derived_and_chosen_values_rank_pieces_alike() {
        for data in VARIANTS {
            let spec = data.variant.spec();
            let chosen = |kind| piece_value(data.variant, kind).board;
            let derived = |kind| derived_value(spec, kind).board;
            for stronger in kinds(spec) {
                for weaker in kinds(spec).filter(|&it| 2 * chosen(stronger) > 3 * chosen(it)) {
                    let (a, b) = (spec.kind(stronger), spec.kind(weaker));
                    assert!(
                        derived(stronger) > derived(weaker),
                        "{}: {a:?} {b:?}",
                        data.variant
                    );
                }
            }
        }
    }

    #[test]
    fn only_kinds_that_can_be_held_have_a_value_in_hand_and_the_king_has_none() {
        for data in VARIANTS {
            let spec = data.variant.spec();
            for kind in kinds(spec) {
                let value = derived_value(spec, kind);
                let can_be_held = kind.index() < usize::from(spec.hand_kinds);
                assert_eq!(value.hand > 0, can_be_held, "{}", data.variant);
                assert_eq!(value.board == 0, kind == spec.king, "{}", data.variant);
            }
        }
    }
}
