//! Moving the weights, epoch after epoch.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::lessons::Lessons;
use super::model::{Loss, Model, entropy, sigmoid};

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan {
    /// How often all positions are gone through.
    pub epochs: u32,
    /// Positions between two moves of the weights.
    pub batch: usize,
    /// Centipawns a weight moves at most or so at the beginning; nothing in the end.
    pub pace: f32,
    /// How strongly weights are drawn back to their group.
    pub decay: f32,
    /// How much of what is learned is the result of the game; the rest is what searches found.
    pub result_share: f32,
    /// The order of the positions comes from this.
    pub seed: u64,
}

impl Default for TrainingPlan {
    fn default() -> Self {
        TrainingPlan {
            epochs: 30,
            batch: 8_192,
            pace: 3.0,
            decay: 0.002,
            result_share: 0.5,
            seed: 1,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1; 0 is before anything was learned.
    pub number: u32,
    /// Mean loss over what was learned, while it was learned.
    pub learned: f64,
    /// Over what was held out.
    pub held_out: Loss,
}

/// Learns. `progress` is told of every epoch.
#[must_use]
pub fn train(lessons: &Lessons, plan: &TrainingPlan, progress: &mut dyn FnMut(&Epoch)) -> Model {
    let scale = best_scale(lessons);
    let mut model = Model::new(lessons.game, lessons.layout, scale, plan.result_share);
    let before = model.loss(&lessons.held_out);
    progress(&Epoch {
        number: 0,
        learned: before.target,
        held_out: before,
    });
    let mut order: Vec<u32> = (0..lessons.learned.len() as u32).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut slopes = model.slopes();
    let steps = (order.len().div_ceil(plan.batch) as u64 * u64::from(plan.epochs)).max(1);
    let mut step = 0_u64;
    for number in 1..=plan.epochs {
        shuffle(&mut order, &mut rng);
        let mut learned = 0.0;
        for batch in order.chunks(plan.batch) {
            for &index in batch {
                learned += model.learn(&lessons.learned.get(index as usize), &mut slopes);
            }
            let left = 1.0 - step as f32 / steps as f32;
            model.step(&mut slopes, batch.len(), plan.pace * left, plan.decay);
            step += 1;
        }
        progress(&Epoch {
            number,
            learned: learned / order.len().max(1) as f64,
            held_out: model.loss(&lessons.held_out),
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

/// The scale with which the scores of the searches foretell the results best.
fn best_scale(lessons: &Lessons) -> f32 {
    let packed = &lessons.learned;
    let every = (packed.len() / 100_000).max(1);
    let loss = |scale: f32| -> f64 {
        let some = (0..packed.len())
            .step_by(every)
            .map(|index| packed.get(index));
        some.map(|lesson| entropy(sigmoid(lesson.score / scale), lesson.result))
            .sum()
    };
    let scales = (10..=200).map(|tens| (tens * 10) as f32);
    let best = scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
    best.unwrap_or(300.0)
}
