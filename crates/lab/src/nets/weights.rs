//! Weights of a net in training, in blocks of columns.

use fearless_simd::{Level, dispatch};
use komadai_engine::nnue::{self, Net, OUTPUT_BUCKETS};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::kernel::{QA, Rates, Row, WIDTH, accumulate, adam, scatter};
use super::positions::Record;

/// Scale of output weights in the integers of the net.
pub(super) const QB: f32 = nnue::QB as f32;
/// Greatest absolute weight. For the output it is the net's limit; for the first layer it keeps the sum
/// of forty rows within 16 bits.
const MAX_WEIGHT: f32 = nnue::OUTPUT_WEIGHT_LIMIT as f32 / QB;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) features: usize,
    pub(super) buckets: usize,
    pub(super) l1: usize,
}

impl Shape {
    pub(super) fn rows(self) -> usize {
        self.features * self.buckets
    }
}

/// Rows of weights with their moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    pub(super) weights: Vec<Row>,
    pub(super) first: Vec<Row>,
    pub(super) second: Vec<Row>,
}

impl Table {
    fn new(rows: usize, mut weight: impl FnMut() -> f32) -> Self {
        let row = |_| std::array::from_fn(|_| weight());
        Table {
            weights: (0..rows).map(row).collect(),
            first: vec![[0.0; WIDTH]; rows],
            second: vec![[0.0; WIDTH]; rows],
        }
    }

    #[inline(always)]
    fn step(&mut self, row: usize, gradient: &Row, rates: Rates) {
        adam(
            &mut self.weights[row],
            &mut self.first[row],
            &mut self.second[row],
            gradient,
            rates,
        );
    }
}

/// A block of [`WIDTH`] columns of the first layer.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// One row for each feature of each king bucket.
    pub(super) bucketed: Table,
    /// One row for each feature, added to its row in every bucket.
    pub(super) shared: Table,
    pub(super) bias: Table,
    gradient: Vec<Row>,
    bias_gradient: Row,
    /// Rows of the forward pass in the net's integers: sums of both tables, rounded in training.
    rows: Vec<Row>,
    bias_row: Row,
}

impl Block {
    fn new(shape: Shape, mut random: impl FnMut() -> f32) -> Self {
        let bucketed = Table::new(shape.rows(), || 0.0);
        let shared = Table::new(shape.features, &mut random);
        let bias = Table::new(1, || 0.0);
        let mut block = Block {
            bucketed,
            shared,
            bias,
            gradient: vec![[0.0; WIDTH]; shape.rows()],
            bias_gradient: [0.0; WIDTH],
            rows: vec![[0.0; WIDTH]; shape.rows()],
            bias_row: [0.0; WIDTH],
        };
        block.refresh(true);
        block
    }

    /// Columns of a net, from `column` on.
    fn of(net: &Net, column: usize) -> Self {
        let (features, buckets) = (net.layout().features(), net.layout().buckets());
        let unscaled = |row: &[i16], lane: usize| f32::from(row[column + lane]) / QA;
        let row = |bucket: usize, feature: usize| -> Row {
            let row = net.feature_row(bucket as u8, feature);
            std::array::from_fn(|lane| unscaled(row, lane))
        };
        let shape = Shape {
            features,
            buckets,
            l1: net.l1(),
        };
        let mut block = Block::new(shape, || 0.0);
        for feature in 0..features {
            let mean = &mut block.shared.weights[feature];
            for bucket in 0..buckets {
                let row = row(bucket, feature);
                for (mean, weight) in mean.iter_mut().zip(row) {
                    *mean += weight / buckets as f32;
                }
            }
            for bucket in 0..buckets {
                let row = row(bucket, feature);
                let bucketed = &mut block.bucketed.weights[bucket * features + feature];
                for lane in 0..WIDTH {
                    bucketed[lane] = row[lane] - block.shared.weights[feature][lane];
                }
            }
        }
        let biases = net.feature_biases();
        block.bias.weights[0] = std::array::from_fn(|lane| unscaled(biases, lane));
        block.refresh(true);
        block
    }

    /// Recomputes the sums of both tables, rounded to the net's integers or, for comparison, unrounded.
    pub(super) fn refresh(&mut self, rounded: bool) {
        let features = self.shared.weights.len();
        for (row, bucketed) in self.bucketed.weights.iter().enumerate() {
            let shared = &self.shared.weights[row % features];
            for lane in 0..WIDTH {
                self.rows[row][lane] = effective(bucketed[lane] + shared[lane], rounded);
            }
        }
        for lane in 0..WIDTH {
            self.bias_row[lane] = effective(self.bias.weights[0][lane], rounded);
        }
    }

    pub(super) fn accumulate(
        &self,
        level: Level,
        records: &[Record<'_>],
        column: usize,
        accumulators: &mut [f32],
    ) {
        accumulate(
            level,
            records,
            &self.rows,
            &self.bias_row,
            column,
            accumulators,
        );
    }

    /// Gradient descent step for the gradients of the records' accumulators.
    pub(super) fn step(
        &mut self,
        level: Level,
        records: &[Record<'_>],
        gradients: &[f32],
        column: usize,
        rates: Rates,
    ) {
        self.gradient.fill([0.0; WIDTH]);
        self.bias_gradient = [0.0; WIDTH];
        scatter(
            level,
            records,
            gradients,
            column,
            &mut self.gradient,
            &mut self.bias_gradient,
        );
        dispatch!(level, _simd => self.descend(rates));
    }

    #[inline(always)]
    fn descend(&mut self, rates: Rates) {
        let features = self.shared.weights.len();
        let bucket_rates = rates.bucketed();
        for feature in 0..features {
            let mut sum = [0.0; WIDTH];
            for row in (feature..self.gradient.len()).step_by(features) {
                let gradient = &self.gradient[row];
                for lane in 0..WIDTH {
                    sum[lane] += gradient[lane];
                }
                self.bucketed.step(row, gradient, bucket_rates);
            }
            self.shared.step(feature, &sum, rates);
            let shared = &self.shared.weights[feature];
            for row in (feature..self.rows.len()).step_by(features) {
                let bucketed = &mut self.bucketed.weights[row];
                for lane in 0..WIDTH {
                    // A sum beyond the limit is clamped by changing the bucket's weight.
                    let sum = bucketed[lane] + shared[lane];
                    let fit = sum.clamp(-MAX_WEIGHT, MAX_WEIGHT);
                    bucketed[lane] += fit - sum;
                    self.rows[row][lane] = (fit * QA).round_ties_even();
                }
            }
        }
        self.bias.step(0, &self.bias_gradient, rates);
        for lane in 0..WIDTH {
            let weight = &mut self.bias.weights[0][lane];
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            self.bias_row[lane] = (*weight * QA).round_ties_even();
        }
    }
}

fn effective(weight: f32, rounded: bool) -> f32 {
    let scaled = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) * QA;
    if rounded {
        scaled.round_ties_even()
    } else {
        scaled
    }
}

/// Output layer: for each output bucket a weight for each column of both sides.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) table: Table,
    /// The first [`OUTPUT_BUCKETS`] numbers of its only row.
    pub(super) bias: Table,
    pub(super) weights: Vec<f32>,
    pub(super) biases: Row,
}

impl Output {
    fn new(l1: usize, mut random: impl FnMut() -> f32) -> Self {
        // All buckets start with equal weights.
        let first: Vec<f32> = (0..2 * l1).map(|_| random()).collect();
        let mut weights = first.iter().cycle();
        let rows = OUTPUT_BUCKETS * 2 * l1 / WIDTH;
        let mut output = Output {
            table: Table::new(rows, || weights.next().copied().unwrap_or(0.0)),
            bias: Table::new(1, || 0.0),
            weights: vec![0.0; OUTPUT_BUCKETS * 2 * l1],
            biases: [0.0; WIDTH],
        };
        output.refresh(true);
        output
    }

    fn of(net: &Net) -> Self {
        let mut output = Output::new(net.l1(), || 0.0);
        let weights = (0..OUTPUT_BUCKETS).flat_map(|bucket| net.output_weights(bucket));
        let to = output.table.weights.as_flattened_mut();
        for (to, &weight) in to.iter_mut().zip(weights) {
            *to = f32::from(weight) / QB;
        }
        let biases = output.bias.weights[0].iter_mut().zip(net.output_biases());
        for (to, &bias) in biases {
            *to = bias as f32 / (QA * QB);
        }
        output.refresh(true);
        output
    }

    pub(super) fn refresh(&mut self, rounded: bool) {
        let scale = |weight: f32, unit: f32| match rounded {
            true => (weight * unit).round_ties_even() / unit,
            false => weight,
        };
        let weights = self.table.weights.iter().flatten();
        for (weight, &from) in self.weights.iter_mut().zip(weights) {
            *weight = scale(from, QB);
        }
        for (weight, &from) in self.biases.iter_mut().zip(&self.bias.weights[0]) {
            *weight = scale(from, QA * QB);
        }
    }

    pub(super) fn step(&mut self, gradient: &[f32], bias: &Row, rates: Rates) {
        let (gradient, _) = gradient.as_chunks::<WIDTH>();
        for (row, gradient) in gradient.iter().enumerate() {
            self.table.step(row, gradient, rates);
            for weight in &mut self.table.weights[row] {
                *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
        self.bias.step(0, bias, rates);
        self.refresh(true);
    }
}

#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) shape: Shape,
    pub(super) blocks: Vec<Block>,
    pub(super) output: Output,
}

impl Weights {
    /// Random weights; `active` is the number of features in a sum.
    pub(super) fn new(shape: Shape, active: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = |limit: f32| {
            let unit = rng.next_u32() as f32 / u32::MAX as f32;
            (2.0 * unit - 1.0) * limit
        };
        let first = 1.0 / (active.max(1) as f32).sqrt();
        let blocks = 0..shape.l1 / WIDTH;
        let blocks = blocks
            .map(|_| Block::new(shape, || uniform(first)))
            .collect();
        let last = 1.0 / (2.0 * shape.l1 as f32).sqrt();
        Weights {
            shape,
            blocks,
            output: Output::new(shape.l1, || uniform(last)),
        }
    }

    /// Weights of a net; the shared rows are the means over the king buckets.
    pub(super) fn of(net: &Net) -> Self {
        let layout = net.layout();
        let shape = Shape {
            features: layout.features(),
            buckets: layout.buckets(),
            l1: net.l1(),
        };
        let columns = (0..shape.l1).step_by(WIDTH);
        Weights {
            shape,
            blocks: columns.map(|column| Block::of(net, column)).collect(),
            output: Output::of(net),
        }
    }

    /// Recomputes the weights of the forward pass, rounded as in the net or, for comparison, unrounded.
    pub(super) fn refresh(&mut self, rounded: bool) {
        for block in &mut self.blocks {
            block.refresh(rounded);
        }
        self.output.refresh(rounded);
    }

    /// All tables in the order of the checkpoint.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Table> {
        let blocks = self.blocks.iter();
        blocks
            .flat_map(|block| [&block.bucketed, &block.shared, &block.bias])
            .chain([&self.output.table, &self.output.bias])
    }

    pub(super) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        let blocks = self.blocks.iter_mut();
        blocks
            .flat_map(|block| [&mut block.bucketed, &mut block.shared, &mut block.bias])
            .chain([&mut self.output.table, &mut self.output.bias])
    }

    pub(super) fn first_layer(&self) -> Vec<i16> {
        let rows = 0..self.shape.rows();
        rows.flat_map(|row| self.blocks.iter().flat_map(move |block| block.rows[row]))
            .map(|weight| weight as i16)
            .collect()
    }

    pub(super) fn first_bias(&self) -> Vec<i16> {
        let rows = self.blocks.iter().flat_map(|block| block.bias_row);
        rows.map(|weight| weight as i16).collect()
    }
}
