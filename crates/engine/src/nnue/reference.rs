//! Scalar evaluation from scratch, the oracle of the fast one.

use komadai_rules::{AnyPosition, Position, Side, Variant, match_any};

use super::format::{Net, QA, QB, SCALE};
use crate::score::EVAL_LIMIT;

/// Evaluation of a position in centipawns for its side to move; 0 if the net belongs to another
/// variant.
#[must_use]
pub fn reference_eval(net: &Net, position: &AnyPosition) -> i32 {
    if net.variant() != position.variant() {
        return 0;
    }
    match_any!(AnyPosition, position, position => evaluate(net, position))
}

/// The net must be one of the variant `V`.
pub(crate) fn evaluate<V: Variant>(net: &Net, position: &Position<V>) -> i32 {
    let us = position.side_to_move();
    let in_hand = Side::BOTH.map(|side| position.hand(side).total());
    let bucket = net.layout().output_bucket(in_hand.iter().sum());
    let mut weights = net.output_weights(bucket).iter();
    let mut sum = 0_i64;
    for side in [us, !us] {
        for (value, weight) in accumulator(net, position, side).iter().zip(&mut weights) {
            let clamped = i64::from((*value).clamp(0, QA));
            sum += clamped * clamped * i64::from(*weight);
        }
    }
    centipawns(sum, net.output_biases()[bucket])
}

fn accumulator<V: Variant>(net: &Net, position: &Position<V>, side: Side) -> Vec<i16> {
    let mut sums = net.feature_biases().to_vec();
    let orientation = net.layout().orientation_in(position, side);
    (net.layout()).features_in(position, side, orientation, |feature| {
        let row = net.feature_row(orientation.bucket, feature);
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    });
    sums
}

/// Dequantisation of the output layer's sum.
pub(super) fn centipawns(sum: i64, bias: i32) -> i32 {
    let (qa, qb) = (i64::from(QA), i64::from(QB));
    let value = (sum / qa + i64::from(bias)) * i64::from(SCALE) / (qa * qb);
    value.clamp(-i64::from(EVAL_LIMIT), i64::from(EVAL_LIMIT)) as i32
}
