//! Positions with what they came to, packed for going through them many times.

use komadai_engine::tuning::{Layout, Tracer, trace};
use komadai_rules::GameId;
use std::path::{Path, PathBuf};

use crate::record_file::RecordFileError;
use crate::selfplay::{
    SampleCounts, SampleError, SampleFilter, Sampler, SelfPlayReader, is_held_out,
};

/// Why there is nothing to learn from.
#[derive(Debug, thiserror::Error)]
pub enum LessonsError {
    /// A file can't be read.
    #[error(transparent)]
    File(#[from] RecordFileError),
    /// A file has a game that does not fit its rules.
    #[error("{}: {source}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: SampleError,
    },
    /// A file is of another game.
    #[error("{} has games of {found}, not of {wanted}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: GameId,
        /// The game to be learned.
        wanted: GameId,
    },
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson<'l> {
    /// Weights of sums; the highest bit says that it counts for the other side.
    pub(super) sums: &'l [u16],
    /// Danger units against the king of the side to move, and how often.
    pub(super) to_us: &'l [(u8, f32)],
    /// The same against the other king.
    pub(super) to_them: &'l [(u8, f32)],
    /// Centipawns a search found.
    pub(super) score: f32,
    /// 1 won, 0.5 drawn, 0 lost.
    pub(super) result: f32,
}

/// Marks a weight that counts for the side not to move.
pub(super) const THEIRS: u16 = 1 << 15;

/// Where a lesson's lists end; they begin where those of the lesson before end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    sums: usize,
    to_us: usize,
    to_them: usize,
}

/// The positions of one game, packed.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    sums: Vec<u16>,
    units: Vec<(u8, f32)>,
    ends: Vec<Ends>,
    scores: Vec<f32>,
    results: Vec<f32>,
}

impl Packed {
    fn new() -> Self {
        Packed {
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

    pub(super) fn get(&self, index: usize) -> Lesson<'_> {
        let (from, to) = (self.ends[index], self.ends[index + 1]);
        Lesson {
            sums: &self.sums[from.sums..to.sums],
            to_us: &self.units[from.to_them..to.to_us],
            to_them: &self.units[to.to_us..to.to_them],
            score: self.scores[index],
            result: self.results[index],
        }
    }
}

/// What is learned from, and what is held out to judge by.
#[derive(Clone, Debug)]
pub struct Lessons {
    pub(super) game: GameId,
    pub(super) layout: Layout,
    pub(super) learned: Packed,
    pub(super) held_out: Packed,
    counts: SampleCounts,
}

impl Lessons {
    /// Reads files of self-play. `progress` is told how many positions there are so far.
    ///
    /// # Errors
    /// When a file can't be read, is of another game or has an illegal move.
    pub fn read(
        game: GameId,
        files: &[PathBuf],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, LessonsError> {
        let (layout, trace) = trace(game).expect("memory for the evaluation");
        let mut lessons = Lessons {
            game,
            layout,
            learned: Packed::new(),
            held_out: Packed::new(),
            counts: SampleCounts::default(),
        };
        let mut sampler = Sampler::new(SampleFilter::default());
        for path in files {
            lessons.add(path, &trace, &mut sampler, progress)?;
        }
        lessons.counts = sampler.counts();
        Ok(lessons)
    }

    fn add(
        &mut self,
        path: &Path,
        trace: &Tracer,
        sampler: &mut Sampler,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), LessonsError> {
        let reader = SelfPlayReader::open(path)?;
        if reader.game() != self.game {
            return Err(LessonsError::OtherGame {
                path: path.into(),
                found: reader.game(),
                wanted: self.game,
            });
        }
        for played in reader {
            let played = played?;
            let samples = sampler.samples(self.game, &played);
            let samples = samples.map_err(|source| LessonsError::Game {
                path: path.into(),
                source,
            })?;
            let packed = if is_held_out(played.number) {
                &mut self.held_out
            } else {
                &mut self.learned
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
            progress(self.learned.len() + self.held_out.len());
        }
        Ok(())
    }

    /// Positions that are learned from.
    #[must_use]
    pub fn learned(&self) -> usize {
        self.learned.len()
    }

    /// Positions that are only judged by.
    #[must_use]
    pub fn held_out(&self) -> usize {
        self.held_out.len()
    }

    /// What was kept and what was left out.
    #[must_use]
    pub fn counts(&self) -> SampleCounts {
        self.counts
    }
}
