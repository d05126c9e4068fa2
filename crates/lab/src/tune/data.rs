//! Training positions with their results, packed.

use komadai_engine::tuning::{Layout, Tracer, trace};
use komadai_rules::VariantId;
use std::path::{Path, PathBuf};

use crate::record_file::RecordFileError;
use crate::selfplay::{
    SampleCounts, SampleError, SampleFilter, Sampler, SelfPlayReader, is_held_out,
};

/// Why training data can't be read.
#[derive(Debug, thiserror::Error)]
pub enum TrainingDataError {
    /// A file can't be read.
    #[error(transparent)]
    File(#[from] RecordFileError),
    /// A game has an illegal move.
    #[error("{}: {source}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The move.
        source: SampleError,
    },
    /// A file is of another game.
    #[error("{} has games of {found}, not of {wanted}", path.display())]
    OtherVariant {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: VariantId,
        /// The game to train for.
        wanted: VariantId,
    },
    /// There is no memory for the evaluation.
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
}

/// One position: the features of its evaluation, which is linear in all weights but those of danger.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrainingPosition<'l> {
    /// Weights to add up; those with [`THEIRS`] set are subtracted.
    pub(super) sums: &'l [u16],
    /// Danger units against the king of the side to move, with their counts.
    pub(super) to_us: &'l [(u8, f32)],
    /// The same against the other king.
    pub(super) to_them: &'l [(u8, f32)],
    /// Score of a search in centipawns.
    pub(super) score: f32,
    /// 1 won, 0.5 drawn, 0 lost.
    pub(super) result: f32,
}

/// Marks a weight that counts for the opponent of the side to move.
pub(super) const THEIRS: u16 = 1 << 15;

/// The ends of a position's lists; they begin at the ends of those before.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    sums: usize,
    to_us: usize,
    to_them: usize,
}

/// Positions, packed into few allocations.
#[derive(Clone, Debug)]
pub(super) struct PackedPositions {
    sums: Vec<u16>,
    units: Vec<(u8, f32)>,
    ends: Vec<Ends>,
    scores: Vec<f32>,
    results: Vec<f32>,
}

impl PackedPositions {
    fn new() -> Self {
        PackedPositions {
            sums: Vec::new(),
            units: Vec::new(),
            ends: vec![Ends::default()],
            scores: Vec::new(),
            results: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    pub(super) fn get(&self, index: usize) -> TrainingPosition<'_> {
        let (from, to) = (self.ends[index], self.ends[index + 1]);
        TrainingPosition {
            sums: &self.sums[from.sums..to.sums],
            to_us: &self.units[from.to_them..to.to_us],
            to_them: &self.units[to.to_us..to.to_them],
            score: self.scores[index],
            result: self.results[index],
        }
    }
}

/// The positions of one game: those to train on, and those held out for validation.
#[derive(Clone, Debug)]
pub struct TrainingData {
    pub(super) game: VariantId,
    pub(super) layout: Layout,
    pub(super) training: PackedPositions,
    pub(super) validation: PackedPositions,
    counts: SampleCounts,
}

impl TrainingData {
    /// Reads files of self-play. `progress` is called with the number of positions so far.
    ///
    /// # Errors
    /// When a file can't be read, is of another game or has an illegal move, and without memory for the evaluation.
    pub fn read(
        variant: VariantId,
        files: &[PathBuf],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, TrainingDataError> {
        let (layout, trace) = trace(variant)?;
        let mut data = TrainingData {
            game: variant,
            layout,
            training: PackedPositions::new(),
            validation: PackedPositions::new(),
            counts: SampleCounts::default(),
        };
        let mut sampler = Sampler::new(SampleFilter::default());
        for path in files {
            data.add(path, &trace, &mut sampler, progress)?;
        }
        data.counts = sampler.counts();
        Ok(data)
    }

    fn add(
        &mut self,
        path: &Path,
        trace: &Tracer,
        sampler: &mut Sampler,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), TrainingDataError> {
        let reader = SelfPlayReader::open(path)?;
        if reader.variant() != self.game {
            return Err(TrainingDataError::OtherVariant {
                path: path.into(),
                found: reader.variant(),
                wanted: self.game,
            });
        }
        for played in reader {
            let played = played?;
            let samples = sampler.samples(self.game, &played);
            let samples = samples.map_err(|source| TrainingDataError::Game {
                path: path.into(),
                source,
            })?;
            let packed = if is_held_out(played.number) {
                &mut self.validation
            } else {
                &mut self.training
            };
            for sample in samples {
                let found = trace(&sample.position);
                let theirs = |ours: bool| if ours { 0 } else { THEIRS };
                let sums = found.sums.iter();
                packed
                    .sums
                    .extend(sums.map(|&(weight, ours)| weight | theirs(ours)));
                packed.units.extend(&found.danger_to_us);
                let to_us = packed.units.len();
                packed.units.extend(&found.danger_to_them);
                packed.ends.push(Ends {
                    sums: packed.sums.len(),
                    to_us,
                    to_them: packed.units.len(),
                });
                packed.scores.push(f32::from(sample.score));
                packed.results.push(f32::from(sample.result + 1) / 2.0);
            }
            progress(self.training.len() + self.validation.len());
        }
        Ok(())
    }

    /// Number of positions to train on.
    #[must_use]
    pub fn training_positions(&self) -> usize {
        self.training.len()
    }

    /// Number of positions held out for validation.
    #[must_use]
    pub fn validation_positions(&self) -> usize {
        self.validation.len()
    }

    /// Positions kept and left out.
    #[must_use]
    pub fn counts(&self) -> SampleCounts {
        self.counts
    }
}
