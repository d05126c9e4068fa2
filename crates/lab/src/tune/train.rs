//! Gradient descent over epochs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::data::TrainingData;
use super::model::{Loss, Model, entropy, sigmoid};

/// The hyperparameters of training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Passes over all positions.
    pub epochs: u32,
    /// Positions per step.
    pub batch: usize,
    /// Initial learning rate, about the centipawns by which a weight changes in a step; it decreases
    /// linearly to zero.
    pub learning_rate: f32,
    /// Decay of weights to the mean of their group, relative to the learning rate.
    pub weight_decay: f32,
    /// Share of the result of the game in the target, from 0 to 1; the rest is the score of the search.
    pub result_weight: f32,
    /// Seed of the order of the positions.
    pub seed: u64,
}

impl Default for TrainingPlan {
    fn default() -> Self {
        TrainingPlan {
            epochs: 30,
            batch: 8_192,
            learning_rate: 3.0,
            weight_decay: 0.002,
            result_weight: 0.5,
            seed: 1,
        }
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1; 0 is before training.
    pub number: u32,
    /// Mean training loss during the epoch.
    pub training: f64,
    /// Validation loss after the epoch.
    pub validation: Loss,
}

/// Trains a model. `progress` is called after every epoch.
#[must_use]
pub fn train(data: &TrainingData, plan: &TrainingPlan, progress: &mut dyn FnMut(&Epoch)) -> Model {
    let scale = best_scale(data);
    let mut model = Model::new(data.game, data.layout, scale, plan.result_weight);
    let before = model.loss(&data.validation);
    progress(&Epoch {
        number: 0,
        training: before.target,
        validation: before,
    });
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut gradient = model.zero_gradient();
    let steps = (order.len().div_ceil(plan.batch) as u64 * u64::from(plan.epochs)).max(1);
    let mut step = 0_u64;
    for number in 1..=plan.epochs {
        shuffle(&mut order, &mut rng);
        let mut loss = 0.0;
        for batch in order.chunks(plan.batch) {
            for &index in batch {
                loss += model.add_gradient(&data.training.get(index as usize), &mut gradient);
            }
            let left = 1.0 - step as f32 / steps as f32;
            let rate = plan.learning_rate * left;
            model.step(&mut gradient, batch.len(), rate, plan.weight_decay);
            step += 1;
        }
        progress(&Epoch {
            number,
            training: loss / order.len().max(1) as f64,
            validation: model.loss(&data.validation),
        });
    }
    model
}

fn shuffle(order: &mut [u32], rng: &mut ChaCha8Rng) {
    for last in (1..order.len()).rev() {
        let other = (u64::from(rng.next_u32()) * (last as u64 + 1)) >> 32;
        order.swap(last, other as usize);
    }
}

/// The scale with which the scores of searches predict the results best.
fn best_scale(data: &TrainingData) -> f32 {
    let positions = &data.training;
    let every = (positions.len() / 100_000).max(1);
    let loss = |scale: f32| -> f64 {
        let sampled = (0..positions.len())
            .step_by(every)
            .map(|index| positions.get(index));
        sampled
            .map(|position| entropy(sigmoid(position.score / scale), position.result))
            .sum()
    };
    let scales = (10..=200).map(|tens| (tens * 10) as f32);
    let best = scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
    best.unwrap_or(300.0)
}
