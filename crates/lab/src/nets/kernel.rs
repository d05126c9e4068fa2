//! Inner loops of training: sums of rows of the first layer, the output layer, gradients, AdamW.
//!
//! They are loops over arrays of fixed length, which the compiler vectorises for the instruction set that
//! [`fearless_simd`] detects at run time. The order of summation is fixed: every instruction set gives
//! the same bits.

use fearless_simd::{Level, dispatch};
use komadai_engine::nnue;

use super::positions::Record;

/// Columns of the first layer in a block; their sums and gradients stay in registers.
pub(super) const WIDTH: usize = 32;
pub(super) type Row = [f32; WIDTH];

/// Greatest activation, in the integers of the net.
pub(super) const QA: f32 = nnue::QA as f32;

/// Sums the block's rows of both sides for each record, at `column` of each half of its accumulator.
pub(super) fn accumulate(
    level: Level,
    records: &[Record<'_>],
    rows: &[Row],
    bias: &Row,
    column: usize,
    accumulators: &mut [f32],
) {
    dispatch!(level, _simd => accumulate_block(records, rows, bias, column, accumulators));
}

#[inline(always)]
fn accumulate_block(
    records: &[Record<'_>],
    rows: &[Row],
    bias: &Row,
    column: usize,
    accumulators: &mut [f32],
) {
    let width = accumulators.len() / records.len().max(1);
    for (record, accumulator) in records.iter().zip(accumulators.chunks_exact_mut(width)) {
        let (us, them) = accumulator.split_at_mut(width / 2);
        for (features, half) in [(record.us, us), (record.them, them)] {
            let mut sum = *bias;
            for &feature in features {
                let row = &rows[usize::from(feature)];
                for lane in 0..WIDTH {
                    sum[lane] += row[lane];
                }
            }
            half[column..column + WIDTH].copy_from_slice(&sum);
        }
    }
}

/// Adds each record's gradient to the rows of its features and to that of the bias.
pub(super) fn scatter(
    level: Level,
    records: &[Record<'_>],
    gradients: &[f32],
    column: usize,
    rows: &mut [Row],
    bias: &mut Row,
) {
    dispatch!(level, _simd => scatter_block(records, gradients, column, rows, bias));
}

#[inline(always)]
fn scatter_block(
    records: &[Record<'_>],
    gradients: &[f32],
    column: usize,
    rows: &mut [Row],
    bias: &mut Row,
) {
    let width = gradients.len() / records.len().max(1);
    for (record, gradient) in records.iter().zip(gradients.chunks_exact(width)) {
        let (us, them) = gradient.split_at(width / 2);
        for (features, half) in [(record.us, us), (record.them, them)] {
            let mut slope = [0.0; WIDTH];
            slope.copy_from_slice(&half[column..column + WIDTH]);
            for lane in 0..WIDTH {
                bias[lane] += slope[lane];
            }
            for &feature in features {
                let row = &mut rows[usize::from(feature)];
                for lane in 0..WIDTH {
                    row[lane] += slope[lane];
                }
            }
        }
    }
}

/// Independent partial sums of the output layer.
const LANES: usize = 16;

/// Output for an accumulator: squared clipped activations (SCReLU) times weights.
pub(super) fn output(level: Level, accumulator: &[f32], weights: &[f32]) -> f32 {
    dispatch!(level, _simd => output_sum(accumulator, weights))
}

#[inline(always)]
fn output_sum(accumulator: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    let (accumulator, _) = accumulator.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (values, weights) in accumulator.iter().zip(weights) {
        for lane in 0..LANES {
            let active = values[lane].clamp(0.0, QA) * (1.0 / QA);
            sums[lane] += active * active * weights[lane];
        }
    }
    sums.iter().sum()
}

/// Adds to the gradient of the output weights and replaces the accumulator by its gradient; `slope` is
/// the derivative of the loss by the output.
pub(super) fn output_gradient(
    level: Level,
    accumulator: &mut [f32],
    weights: &[f32],
    slope: f32,
    gradient: &mut [f32],
) {
    dispatch!(level, _simd => output_gradient_sum(accumulator, weights, slope, gradient));
}

#[inline(always)]
fn output_gradient_sum(accumulator: &mut [f32], weights: &[f32], slope: f32, gradient: &mut [f32]) {
    let (values, _) = accumulator.as_chunks_mut::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let (gradient, _) = gradient.as_chunks_mut::<LANES>();
    for ((values, weights), gradient) in values.iter_mut().zip(weights).zip(gradient) {
        for lane in 0..LANES {
            let value = values[lane];
            let active = value.clamp(0.0, QA) * (1.0 / QA);
            gradient[lane] += slope * active * active;
            // The gradient is zero where the activation is clipped.
            let inside = if value > 0.0 && value < QA { 2.0 } else { 0.0 };
            values[lane] = slope * weights[lane] * active * inside;
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Learning rate over the bias correction of the first moment.
    rate: f32,
    /// Inverse of the bias correction of the second moment.
    correction: f32,
    /// Factor of weight decay.
    keep: f32,
    /// Factor of weight decay for the rows of single king buckets.
    keep_bucketed: f32,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Rates {
    /// `step` counts from 1.
    pub(super) fn new(step: u64, learning_rate: f32, decay: f32, bucket_decay: f32) -> Self {
        let step = step.min(1 << 20) as i32;
        Rates {
            rate: learning_rate / (1.0 - BETA1.powi(step)),
            correction: 1.0 / (1.0 - BETA2.powi(step)),
            keep: 1.0 - learning_rate * decay,
            keep_bucketed: 1.0 - learning_rate * bucket_decay,
        }
    }

    /// Constants for the rows of single king buckets.
    pub(super) fn bucketed(self) -> Self {
        Rates {
            keep: self.keep_bucketed,
            ..self
        }
    }
}

/// AdamW step (Loshchilov and Hutter, 2019) for a row of weights.
#[inline(always)]
pub(super) fn adam<const N: usize>(
    weight: &mut [f32; N],
    first: &mut [f32; N],
    second: &mut [f32; N],
    gradient: &[f32; N],
    rates: Rates,
) {
    for lane in 0..N {
        let slope = gradient[lane];
        first[lane] += (slope - first[lane]) * (1.0 - BETA1);
        second[lane] += (slope * slope - second[lane]) * (1.0 - BETA2);
        let deviation = (second[lane] * rates.correction).sqrt() + EPSILON;
        weight[lane] = weight[lane] * rates.keep - rates.rate * first[lane] / deviation;
    }
}
