//! Training by epochs, with a schedule of the learning rate and early stopping.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use komadai_engine::fnv1a;
use komadai_engine::nnue::{Encoding, Net, NetError};
use komadai_rules::VariantId;

use super::checkpoint::{self, CheckpointError};
use super::data::NetData;
use super::descent::{Descent, Target};
use super::export::export;
use super::kernel::{Rates, WIDTH};
use super::weights::{Shape, Weights};

/// Hyperparameters of training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetPlan {
    /// Columns of the first layer, a multiple of 32.
    pub l1: usize,
    pub epochs: u32,
    /// Positions per step.
    pub batch: usize,
    /// Peak learning rate: linear warm-up during the first hundredth of the steps, then cosine decay to a
    /// hundredth.
    pub learning_rate: f32,
    /// Relative to the learning rate.
    pub weight_decay: f32,
    /// Weight decay of the rows of single king buckets; `None`: `weight_decay`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bucket_decay: Option<f32>,
    /// Share of the game's result in the target, from 0 to 1; the rest is that of the search's score.
    pub result_weight: f32,
    /// Centipawns for an expected result of 1 / (1 + 1/e).
    pub scale: f32,
    /// Epochs without a lower held-out loss after which training ends.
    pub patience: u32,
    /// Seed of the initial weights and of the order of the positions.
    pub seed: u64,
    /// Fingerprint of the net that training starts from; `None`: random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_with: Option<u64>,
}

impl NetPlan {
    /// 256 columns, 30 epochs, batches of 16,384, learning rate 0.001, result weight 0.3.
    pub const DEFAULT: Self = NetPlan {
        l1: 256,
        epochs: 30,
        batch: 16_384,
        learning_rate: 0.001,
        weight_decay: 0.01,
        bucket_decay: None,
        result_weight: 0.3,
        scale: 400.0,
        patience: 5,
        seed: 1,
        begins_with: None,
    };

    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), NetPlanError> {
        let number = |value: f32, least: f32, most: f32| (least..=most).contains(&value);
        if self.l1 == 0 || !self.l1.is_multiple_of(WIDTH) || self.l1 > 2_048 {
            return Err(NetPlanError::L1(self.l1));
        }
        if self.batch == 0 || self.batch > 1 << 20 {
            return Err(NetPlanError::Batch(self.batch));
        }
        if !(1..=100_000).contains(&self.epochs) {
            return Err(NetPlanError::Epochs(self.epochs));
        }
        if !number(self.learning_rate, 1e-9, 1.0) {
            return Err(NetPlanError::LearningRate(self.learning_rate));
        }
        for decay in [Some(self.weight_decay), self.bucket_decay] {
            if let Some(decay) = decay.filter(|&decay| !number(decay, 0.0, 100.0)) {
                return Err(NetPlanError::WeightDecay(decay));
            }
        }
        if !number(self.result_weight, 0.0, 1.0) {
            return Err(NetPlanError::ResultWeight(self.result_weight));
        }
        if !number(self.scale, 1.0, 100_000.0) {
            return Err(NetPlanError::Scale(self.scale));
        }
        Ok(())
    }

    pub(super) fn target(&self) -> Target {
        Target {
            result_weight: self.result_weight,
            scale: self.scale,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum NetPlanError {
    #[error("the first layer has a multiple of {WIDTH} columns, up to 2048, not {0}")]
    L1(usize),
    #[error("a batch has from 1 to 1048576 positions, not {0}")]
    Batch(usize),
    #[error("there are from 1 to 100000 epochs, not {0}")]
    Epochs(u32),
    #[error("the learning rate is above 0 and at most 1, not {0}")]
    LearningRate(f32),
    #[error("the weight decay is between 0 and 100, not {0}")]
    WeightDecay(f32),
    #[error("the share of the result is between 0 and 1, not {0}")]
    ResultWeight(f32),
    #[error("the first layer of the net to begin with has {found} columns, not {wanted}")]
    FirstLayer { found: usize, wanted: usize },
    #[error("the net to begin with is of {found}, not {wanted}")]
    Game { found: VariantId, wanted: VariantId },
    #[error("the scale is between 1 and 100000 centipawns, not {0}")]
    Scale(f32),
}

/// Losses are mean squared errors of the expected result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetEpoch {
    /// Number of the epoch, from 1.
    pub number: u32,
    /// Mean over the training positions during the epoch.
    pub training: f64,
    /// On the held-out positions after the epoch, with unrounded weights.
    pub held_out: f64,
    /// On the held-out positions, by the exported net in its integer arithmetic.
    pub quantised: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NetStep {
    Batch {
        positions: usize,
        /// Mean loss before the step.
        loss: f64,
    },
    /// Losses at the end of an epoch.
    Epoch(NetEpoch),
    Done,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Place {
    pub(super) epoch: u32,
    /// Batches completed in the current epoch.
    pub(super) batch: u64,
    /// Steps completed in all epochs.
    pub(super) step: u64,
    pub(super) loss: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Best {
    pub(super) epoch: u32,
    pub(super) loss: f64,
    pub(super) net: Vec<u8>,
}

#[derive(Debug)]
pub struct NetTrainer {
    pub(super) plan: NetPlan,
    pub(super) weights: Weights,
    pub(super) place: Place,
    pub(super) best: Option<Best>,
    descent: Descent,
    /// Order of the positions in the current epoch; made on first use.
    order: Vec<u32>,
    order_of: Option<u32>,
}

impl NetTrainer {
    /// Starts from random weights. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// If the plan is invalid.
    pub fn new(data: &NetData, plan: NetPlan, threads: usize) -> Result<Self, NetPlanError> {
        plan.check()?;
        let shape = Shape {
            features: data.layout().features(),
            buckets: data.layout().buckets(),
            l1: plan.l1,
        };
        Ok(NetTrainer {
            plan,
            weights: Weights::new(shape, data.active(), plan.seed),
            place: Place::default(),
            best: None,
            descent: Descent::new(threads, plan.target()),
            order: Vec::new(),
            order_of: None,
        })
    }

    /// Starts from the weights of `net`, whose fingerprint becomes part of the plan.
    ///
    /// # Errors
    /// If the plan is invalid, or the net is of another variant or has another number of columns.
    pub fn from_net(
        data: &NetData,
        net: &Net,
        plan: NetPlan,
        threads: usize,
    ) -> Result<Self, NetPlanError> {
        if net.variant() != data.variant() {
            return Err(NetPlanError::Game {
                found: net.variant(),
                wanted: data.variant(),
            });
        }
        if net.l1() != plan.l1 {
            return Err(NetPlanError::FirstLayer {
                found: net.l1(),
                wanted: plan.l1,
            });
        }
        let plan = NetPlan {
            begins_with: Some(fnv1a::hash(&net.to_bytes(Encoding::default()))),
            ..plan
        };
        let mut trainer = NetTrainer::new(data, plan, threads)?;
        trainer.weights = Weights::of(net);
        Ok(trainer)
    }

    #[must_use]
    pub fn plan(&self) -> &NetPlan {
        &self.plan
    }

    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.place.epoch
    }

    /// Steps completed, and steps of all epochs together.
    #[must_use]
    pub fn steps(&self, data: &NetData) -> (u64, u64) {
        (self.place.step, self.all_steps(data))
    }

    /// Epoch with the lowest held-out loss of the exported net, and that loss.
    #[must_use]
    pub fn best(&self) -> Option<(u32, f64)> {
        self.best.as_ref().map(|best| (best.epoch, best.loss))
    }

    /// Bytes of the net with the lowest held-out loss; before the end of the first epoch, of the current
    /// net.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn net(&self, data: &NetData) -> Result<Vec<u8>, NetError> {
        match &self.best {
            Some(best) => Ok(best.net.clone()),
            None => Ok(self.current(data)?.to_bytes(Encoding::default())),
        }
    }

    /// The net of the current weights.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn current(&self, data: &NetData) -> Result<Net, NetError> {
        export(&self.weights, data.variant())
    }

    /// Trains on the next batch, or computes the losses at the end of an epoch.
    ///
    /// # Errors
    /// If there is no memory for the net of an epoch.
    pub fn step(&mut self, data: &NetData) -> Result<NetStep, NetError> {
        let batches = data.training.len().div_ceil(self.plan.batch) as u64;
        if self.is_done() || batches == 0 {
            return Ok(NetStep::Done);
        }
        if self.place.batch == batches {
            return Ok(NetStep::Epoch(self.end_epoch(data)?));
        }
        self.shuffle(data);
        let from = self.place.batch as usize * self.plan.batch;
        let to = (from + self.plan.batch).min(self.order.len());
        let rates = Rates::new(
            self.place.step + 1,
            self.learning_rate(data),
            self.plan.weight_decay,
            self.plan.bucket_decay.unwrap_or(self.plan.weight_decay),
        );
        let batch = &self.order[from..to];
        let loss = (self.descent).step(&mut self.weights, &data.training, batch, rates);
        self.place.batch += 1;
        self.place.step += 1;
        self.place.loss += loss;
        Ok(NetStep::Batch {
            positions: to - from,
            loss: loss / (to - from) as f64,
        })
    }

    /// Serialises the state of training; [`NetTrainer::resume`] continues to the same net.
    #[must_use]
    pub fn checkpoint(&self, data: &NetData) -> Vec<u8> {
        checkpoint::to_bytes(self, data)
    }

    /// Resumes from a checkpoint; `plan` may have another `patience`.
    ///
    /// # Errors
    /// If the bytes are no checkpoint, of another variant, plan or data, or damaged.
    pub fn resume(
        data: &NetData,
        bytes: &[u8],
        plan: NetPlan,
        threads: usize,
    ) -> Result<Self, CheckpointError> {
        let mut trainer = NetTrainer::new(data, plan, threads)?;
        checkpoint::restore(&mut trainer, data, bytes)?;
        Ok(trainer)
    }

    fn is_done(&self) -> bool {
        let since = self.best().map_or(0, |(epoch, _)| self.place.epoch - epoch);
        self.place.epoch >= self.plan.epochs || since >= self.plan.patience.max(1)
    }

    fn all_steps(&self, data: &NetData) -> u64 {
        data.training.len().div_ceil(self.plan.batch) as u64 * u64::from(self.plan.epochs)
    }

    fn learning_rate(&self, data: &NetData) -> f32 {
        let all = self.all_steps(data).max(1) as f32;
        let done = self.place.step as f32 / all;
        let warm = ((done + 1.0 / all) * 100.0).min(1.0);
        let wave = 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
        self.plan.learning_rate * warm * (0.01 + 0.99 * wave)
    }

    fn end_epoch(&mut self, data: &NetData) -> Result<NetEpoch, NetError> {
        self.weights.refresh(false);
        let held_out = self.descent.loss(&self.weights, &data.validation);
        self.weights.refresh(true);
        let net = self.current(data)?;
        let epoch = NetEpoch {
            number: self.place.epoch + 1,
            training: self.place.loss / data.training.len().max(1) as f64,
            held_out,
            quantised: self.descent.quantised_loss(&net, data),
        };
        self.place = Place {
            epoch: epoch.number,
            batch: 0,
            step: self.place.step,
            loss: 0.0,
        };
        if self.best().is_none_or(|(_, loss)| epoch.quantised < loss) {
            self.best = Some(Best {
                epoch: epoch.number,
                loss: epoch.quantised,
                net: net.to_bytes(Encoding::default()),
            });
        }
        Ok(epoch)
    }

    /// Makes the order of the current epoch, which depends only on the seed and the epoch's number.
    fn shuffle(&mut self, data: &NetData) {
        if self.order_of == Some(self.place.epoch) {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(u64::from(self.place.epoch) + 1);
        self.order.clear();
        self.order.extend(0..data.training.len() as u32);
        for last in (1..self.order.len()).rev() {
            let other = (u64::from(rng.next_u32()) * (last as u64 + 1)) >> 32;
            self.order.swap(last, other as usize);
        }
        self.order_of = Some(self.place.epoch);
    }
}
