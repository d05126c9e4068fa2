//! The file that games of self-play are appended to.

use komadai_engine::nnue::NetError;
use std::path::Path;

use super::game::SelfPlayGame;
use super::plan::{SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError};
use crate::pool::PoolError;
use crate::record_file::{RecordFile, RecordFileError};

/// Why self-play ended early or its file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The plan can't be played.
    #[error(transparent)]
    Plan(#[from] SelfPlayPlanError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] RecordFileError),
    /// The engine found no legal move although the game was not over.
    #[error("game {game}, ply {ply}: the engine {how}; before it {moves:?}")]
    Engine {
        /// Number of the game, from 0.
        game: u32,
        /// Moves played before.
        ply: u32,
        /// What it did instead.
        how: String,
        /// The moves played before, in the game's notation.
        moves: Vec<String>,
    },
    /// There is no memory for the engine.
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    /// There is no engine with the evaluation.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The threads failed.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// It was interrupted; the file has what was finished.
    #[error("interrupted; the same command resumes with game {next}")]
    Interrupted {
        /// The first game that the file does not have.
        next: u32,
    },
}

/// A file that games are appended to. No other process can open it meanwhile.
#[derive(Debug)]
pub struct SelfPlayFile {
    file: RecordFile<SelfPlayGame>,
    games: u32,
    positions: u64,
}

impl SelfPlayFile {
    /// Opens the file of this plan. It is begun if there is none, or one without a game; a last game
    /// that was cut off is dropped.
    ///
    /// # Errors
    /// When it is the file of another plan, or none, or can't be read and written.
    pub fn open(path: &Path, plan: &SelfPlayPlan) -> Result<Self, SelfPlayError> {
        plan.check()?;
        let (mut games, mut positions) = (0, 0);
        let file = RecordFile::open(
            path,
            &SelfPlayHeader::of(plan)?,
            &mut |game: SelfPlayGame| {
                games += 1;
                positions += game.moves.len() as u64;
                Ok(())
            },
        )?;
        Ok(SelfPlayFile {
            file,
            games,
            positions,
        })
    }

    /// Games in it.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Positions with a score in all games together.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Appends the next game.
    pub(super) fn append(&mut self, game: &SelfPlayGame) -> Result<(), SelfPlayError> {
        self.file.append(game)?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }
}
