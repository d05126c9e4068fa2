//! Training positions of one variant.

use std::io::{self, Write};
use std::path::PathBuf;

use komadai_engine::nnue::{Layout, Net, reference_eval};
use komadai_rules::{AnyPosition, Side, VariantId};
use serde::Serialize;

use super::descent::expected;
use super::export::constant_loss;
use super::positions::{Positions, Record};
use super::trainer::NetPlan;
use crate::record_file::RecordFileError;
use crate::selfplay::{DataSummary, Sample};

#[derive(Debug, thiserror::Error)]
pub enum NetDataError {
    #[error(transparent)]
    File(#[from] RecordFileError),
    #[error("the files have games of {found}, not of {wanted}")]
    OtherVariant { found: VariantId, wanted: VariantId },
    #[error("too few positions to train and validate on: at least 50 games are needed")]
    TooFew,
    #[error("more than 4294967295 positions: give fewer files, or fewer games with --games")]
    TooMany,
}

/// Training positions and held-out positions of one variant.
#[derive(Debug)]
pub struct NetData {
    variant: VariantId,
    layout: Layout,
    pub(super) training: Positions,
    pub(super) validation: Positions,
    /// `validation` as positions, for the reference evaluation.
    pub(super) held_out: Vec<AnyPosition>,
    pub(super) fingerprint: u64,
    summary: DataSummary,
}

/// The first line of [`NetData::dump`].
#[derive(Debug, Serialize)]
struct DumpHeader {
    komadai_positions: u32,
    game: String,
    features: usize,
    buckets: usize,
    layout: String,
    active: usize,
    training: usize,
    held_out: usize,
    scale: f32,
}

impl NetData {
    /// Reads at most `games` games of each self-play file. `progress` is called with the number of
    /// positions so far.
    ///
    /// # Errors
    /// If a file can't be read, is of another variant or has an illegal move, and with too few or too
    /// many positions.
    pub fn read(
        variant: VariantId,
        files: &[PathBuf],
        games: u32,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, NetDataError> {
        let layout = Layout::of(variant);
        let active = most_active(&layout);
        let mut training = Positions::new(active);
        let mut validation = Positions::new(active);
        let mut held_out_positions = Vec::new();
        let mut count = 0;
        let (found, summary) = DataSummary::read(files, games, &mut |sample, held_out| {
            let positions = if held_out {
                &mut validation
            } else {
                &mut training
            };
            add(&layout, sample, positions);
            if held_out {
                held_out_positions.push(sample.position);
            }
            count += 1;
            progress(count);
        })?;
        match found {
            Some(found) if found != variant => {
                return Err(NetDataError::OtherVariant {
                    found,
                    wanted: variant,
                });
            }
            _ if training.len() == 0 || validation.len() == 0 => return Err(NetDataError::TooFew),
            _ if u32::try_from(training.len()).is_err() => return Err(NetDataError::TooMany),
            _ => {}
        }
        Ok(NetData {
            variant,
            layout,
            fingerprint: training.fingerprint(),
            training,
            validation,
            held_out: held_out_positions,
            summary,
        })
    }

    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.variant
    }

    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    #[must_use]
    pub fn summary(&self) -> &DataSummary {
        &self.summary
    }

    #[must_use]
    pub fn training_positions(&self) -> usize {
        self.training.len()
    }

    #[must_use]
    pub fn validation_positions(&self) -> usize {
        self.validation.len()
    }

    #[must_use]
    pub fn bytes_per_position(&self) -> usize {
        2 * self.training.stride()
    }

    /// Greatest number of active features of a side.
    pub(super) fn active(&self) -> usize {
        self.training.active()
    }

    /// Held-out loss of the best constant prediction.
    #[must_use]
    pub fn constant_loss(&self, plan: &NetPlan) -> f64 {
        constant_loss(&self.validation, plan.target())
    }

    /// Evaluations of the held-out positions by a net, in their order.
    pub fn evaluations<'d>(&'d self, net: &'d Net) -> impl Iterator<Item = i32> + 'd {
        self.held_out
            .iter()
            .map(|position| reference_eval(net, position))
    }

    /// Scale, in centipawns, with which the searches' scores predict the results best.
    #[must_use]
    pub fn best_scale(&self) -> f32 {
        let every = (self.training.len() / 100_000).max(1);
        let loss = |scale: f32| -> f64 {
            let sampled = (0..self.training.len()).step_by(every);
            let errors = sampled.map(|index| {
                let record = self.training.get(index);
                let result = f64::from(record.result) / 2.0;
                (f64::from(expected(f32::from(record.score) / scale)) - result).powi(2)
            });
            errors.sum()
        };
        let scales = (10..=200).map(|tens| (tens * 10) as f32);
        let best = scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
        best.unwrap_or(400.0)
    }

    /// Writes the positions for the PyTorch script: a line of JSON, then the 16-bit words of each
    /// position, little-endian, training positions first.
    ///
    /// # Errors
    /// If writing fails.
    pub fn dump(&self, to: &mut dyn Write) -> io::Result<()> {
        let header = DumpHeader {
            komadai_positions: 1,
            game: self.variant.name().into(),
            features: self.layout.features(),
            buckets: self.layout.buckets(),
            layout: format!("{:016x}", self.layout.hash()),
            active: self.active(),
            training: self.training.len(),
            held_out: self.validation.len(),
            scale: self.best_scale(),
        };
        serde_json::to_writer(&mut *to, &header)?;
        to.write_all(b"\n")?;
        for positions in [&self.training, &self.validation] {
            for index in 0..positions.len() {
                let words = positions.words(index).iter();
                let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
                to.write_all(&bytes)?;
            }
        }
        Ok(())
    }
}

/// Adds a position from the perspective of both sides.
fn add(layout: &Layout, sample: &Sample, positions: &mut Positions) {
    let us = sample.position.side_to_move();
    let [us, them] = [us, !us].map(|side| features(layout, &sample.position, side));
    positions.push(&Record {
        us: &us,
        them: &them,
        score: sample.score,
        result: (sample.result + 1) as u8,
        bucket: layout.output_bucket_of(&sample.position) as u8,
    });
}

fn features(layout: &Layout, position: &AnyPosition, side: Side) -> Vec<u16> {
    let mut features = Vec::new();
    // Fits: every layout has fewer than 2¹⁶ rows.
    layout.active_features(position, side, &mut |feature| features.push(feature as u16));
    features
}

/// Greatest number of active features of a side: the start position has all pieces.
fn most_active(layout: &Layout) -> usize {
    let start = AnyPosition::start(layout.variant());
    let sides = Side::BOTH.map(|side| features(layout, &start, side).len());
    sides[0].max(sides[1])
}
