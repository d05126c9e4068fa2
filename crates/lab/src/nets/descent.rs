//! Gradient descent, one step on several threads.

use std::thread;

use fearless_simd::Level;
use komadai_engine::nnue::{Net, OUTPUT_BUCKETS, SCALE};

use super::data::NetData;
use super::export::quantised_loss;
use super::kernel::{Rates, Row, WIDTH, output, output_gradient};
use super::positions::{Positions, Record};
use super::weights::Weights;

/// Positions whose output-layer gradients are summed together. The partition of a batch does not depend
/// on the number of threads, so neither do the sums.
const PART: usize = 512;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    /// Share of the result; the rest is that of the score.
    pub(super) result_weight: f32,
    /// Centipawns for an expected result of 1 / (1 + 1/e).
    pub(super) scale: f32,
}

/// Centipawns of an output of 1.
pub(super) const CENTIPAWNS: f32 = SCALE as f32;

impl Target {
    /// Expected result, from 0 to 1.
    pub(super) fn of(self, record: &Record<'_>) -> f32 {
        let score = expected(f32::from(record.score) / self.scale);
        let result = f32::from(record.result) / 2.0;
        self.result_weight * result + (1.0 - self.result_weight) * score
    }

    /// Expected result for an output of the net.
    pub(super) fn prediction(self, output: f32) -> f32 {
        expected(output * (CENTIPAWNS / self.scale))
    }
}

/// Logistic function.
pub(super) fn expected(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Sums of a part of a batch.
#[derive(Clone, Debug)]
struct Part {
    loss: f64,
    gradient: Vec<f32>,
    bias: Row,
}

/// Buffers reused between steps.
#[derive(Debug)]
pub(super) struct Descent {
    level: Level,
    threads: usize,
    target: Target,
    words: Vec<u16>,
    accumulators: Vec<f32>,
    parts: Vec<Part>,
}

impl Descent {
    pub(super) fn new(threads: usize, target: Target) -> Self {
        Descent {
            level: Level::new(),
            threads: threads.max(1),
            target,
            words: Vec::new(),
            accumulators: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Steps on the positions with these indices. Returns the sum of the squared errors before the step.
    pub(super) fn step(
        &mut self,
        weights: &mut Weights,
        positions: &Positions,
        batch: &[u32],
        rates: Rates,
    ) -> f64 {
        // Contiguous, since each block reads them once.
        self.words.clear();
        for &index in batch {
            self.words
                .extend_from_slice(positions.words(index as usize));
        }
        let records: Vec<Record<'_>> = (self.words.chunks_exact(positions.stride()))
            .map(Record::of)
            .collect();
        let width = 2 * weights.shape.l1;
        self.accumulators.resize(records.len() * width, 0.0);
        let empty = Part {
            loss: 0.0,
            gradient: vec![0.0; OUTPUT_BUCKETS * width],
            bias: [0.0; WIDTH],
        };
        self.parts.clear();
        self.parts.resize(records.len().div_ceil(PART), empty);
        let (level, target) = (self.level, self.target);
        let pass = Pass {
            level,
            target,
            weights,
            mean: 1.0 / records.len().max(1) as f32,
        };
        let jobs = (records.chunks(PART))
            .zip(self.accumulators.chunks_mut(PART * width))
            .zip(&mut self.parts)
            .collect();
        share(self.threads, jobs, &|((records, accumulators), part)| {
            pass.run(records, accumulators, part);
        });
        let accumulators = &self.accumulators;
        let jobs = weights.blocks.iter_mut().enumerate().collect();
        share(self.threads, jobs, &|(index, block)| {
            block.step(level, &records, accumulators, index * WIDTH, rates);
        });
        let mut parts = self.parts.drain(..);
        let Some(mut sum) = parts.next() else {
            return 0.0;
        };
        for part in parts {
            sum.loss += part.loss;
            let sums = sum.gradient.iter_mut().chain(&mut sum.bias);
            for (sum, one) in sums.zip(part.gradient.iter().chain(&part.bias)) {
                *sum += one;
            }
        }
        weights.output.step(&sum.gradient, &sum.bias, rates);
        sum.loss
    }

    /// Mean squared error over all positions, with the weights in use.
    pub(super) fn loss(&mut self, weights: &Weights, positions: &Positions) -> f64 {
        let (level, target) = (self.level, self.target);
        let firsts: Vec<usize> = (0..positions.len()).step_by(PART).collect();
        let mut losses = vec![0.0; firsts.len()];
        let jobs = firsts.iter().zip(&mut losses).collect();
        share(self.threads, jobs, &|(&first, loss)| {
            let last = (first + PART).min(positions.len());
            let records: Vec<Record<'_>> =
                (first..last).map(|index| positions.get(index)).collect();
            for (record, output) in records.iter().zip(outputs(level, weights, &records)) {
                let error = f64::from(target.prediction(output) - target.of(record));
                *loss += error * error;
            }
        });
        losses.iter().sum::<f64>() / positions.len().max(1) as f64
    }

    /// Mean squared error of the exported net, in its integer arithmetic.
    pub(super) fn quantised_loss(&self, net: &Net, data: &NetData) -> f64 {
        quantised_loss(net, data, self.target, self.threads)
    }
}

pub(super) fn outputs(level: Level, weights: &Weights, records: &[Record<'_>]) -> Vec<f32> {
    let width = 2 * weights.shape.l1;
    let mut accumulators = vec![0.0; records.len() * width];
    for (index, block) in weights.blocks.iter().enumerate() {
        block.accumulate(level, records, index * WIDTH, &mut accumulators);
    }
    (records.iter().zip(accumulators.chunks_exact(width)))
        .map(|(record, accumulator)| {
            let bucket = usize::from(record.bucket);
            let row = &weights.output.weights[bucket * width..][..width];
            output(level, accumulator, row) + weights.output.biases[bucket]
        })
        .collect()
}

/// The forward pass, and the backward pass of the output layer.
struct Pass<'w> {
    level: Level,
    target: Target,
    weights: &'w Weights,
    mean: f32,
}

impl Pass<'_> {
    fn run(&self, records: &[Record<'_>], accumulators: &mut [f32], part: &mut Part) {
        let Pass {
            level,
            target,
            weights,
            mean,
        } = *self;
        let width = 2 * weights.shape.l1;
        for (index, block) in weights.blocks.iter().enumerate() {
            block.accumulate(level, records, index * WIDTH, accumulators);
        }
        for (record, accumulator) in records.iter().zip(accumulators.chunks_exact_mut(width)) {
            let bucket = usize::from(record.bucket);
            let span = bucket * width..(bucket + 1) * width;
            let row = &weights.output.weights[span.clone()];
            let value = output(level, accumulator, row) + weights.output.biases[bucket];
            let prediction = target.prediction(value);
            let error = prediction - target.of(record);
            part.loss += f64::from(error) * f64::from(error);
            let slope = 2.0 * error * prediction * (1.0 - prediction);
            let slope = slope * (CENTIPAWNS / target.scale) * mean;
            part.bias[bucket] += slope;
            output_gradient(level, accumulator, row, slope, &mut part.gradient[span]);
        }
    }
}

/// Runs all jobs on that many threads. The results do not depend on the assignment of jobs to threads.
pub(super) fn share<J: Send>(threads: usize, jobs: Vec<J>, run: &(impl Fn(J) + Sync)) {
    let each = jobs.len().div_ceil(threads).max(1);
    let mut jobs = jobs.into_iter();
    thread::scope(|scope| {
        loop {
            let mine: Vec<J> = jobs.by_ref().take(each).collect();
            if mine.is_empty() {
                break;
            }
            scope.spawn(move || mine.into_iter().for_each(run));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::weights::Shape;
    use super::*;

    const SHAPE: Shape = Shape {
        features: 5,
        buckets: 2,
        l1: 64,
    };
    const TARGET: Target = Target {
        result_weight: 0.3,
        scale: 300.0,
    };

    fn positions() -> Positions {
        let mut positions = Positions::new(3);
        for (us, them, score, result, bucket) in [
            ([0, 1, 2].as_slice(), [5, 6, 7].as_slice(), 150, 2, 0),
            (&[5, 7, 9], &[0, 3, 4], -80, 0, 7),
            (&[1, 3], &[6, 8], 10, 1, 0),
        ] {
            positions.push(&Record {
                us,
                them,
                score,
                result,
                bucket,
            });
        }
        positions
    }

    /// After the first step the first moment is a tenth of the gradient.
    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let positions = positions();
        let mut weights = Weights::new(SHAPE, 3, 4);
        let start = weights.clone();
        let mut descent = Descent::new(2, TARGET);
        weights.refresh(false);
        descent.step(
            &mut weights,
            &positions,
            &[0, 1, 2],
            Rates::new(1, 1e-9, 0.0, 0.0),
        );
        let tables = weights.tables().count();
        let mut steep = 0;
        for table in 0..tables {
            let rows = start
                .tables()
                .nth(table)
                .map_or(0, |table| table.weights.len());
            for (row, lane) in (0..rows).flat_map(|row| [(row, 0), (row, 7), (row, 31)]) {
                let mut loss = |change: f32| {
                    let mut changed = start.clone();
                    if let Some(table) = changed.tables_mut().nth(table) {
                        table.weights[row][lane] += change;
                    }
                    changed.refresh(false);
                    descent.loss(&changed, &positions)
                };
                let slope = (loss(0.002) - loss(-0.002)) / 0.004;
                let found = weights
                    .tables()
                    .nth(table)
                    .map_or(0.0, |table| table.first[row][lane]);
                let found = f64::from(found) * 10.0;
                assert!(
                    (found - slope).abs() < 2e-4,
                    "{table} {row} {lane}: {found} {slope}"
                );
                steep += usize::from(slope.abs() > 1e-3);
            }
        }
        assert!(steep > 20, "{steep}");
    }

    #[test]
    fn losses_of_a_step_and_of_all_positions_agree() {
        let positions = positions();
        let mut weights = Weights::new(SHAPE, 3, 4);
        let mut descent = Descent::new(1, TARGET);
        let before = descent.loss(&weights, &positions);
        let sum = descent.step(
            &mut weights,
            &positions,
            &[2, 0, 1],
            Rates::new(1, 0.01, 0.0, 0.0),
        );
        assert!((sum / 3.0 - before).abs() < 1e-6);
        assert!(descent.loss(&weights, &positions) < before);
    }

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 2, 3, 8] {
            let mut done = [0; 7];
            share(threads, done.iter_mut().collect(), &|job| *job += 1);
            assert_eq!(done, [1; 7]);
        }
    }
}
