use komadai_engine::nnue::NetError;
use std::path::Path;

use super::game::SelfPlayGame;
use super::plan::{SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError};
use crate::pool::PoolError;
use crate::record_file::{RecordFile, RecordFileError};

#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    #[error(transparent)]
    Plan(#[from] SelfPlayPlanError),
    #[error(transparent)]
    File(#[from] RecordFileError),
    #[error("game {game}, ply {ply}: the engine {how}; before it {moves:?}")]
    Engine {
        game: u32,
        ply: u32,
        how: String,
        moves: Vec<String>,
    },
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    #[error(transparent)]
    Net(#[from] NetError),
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Interrupted; the file has all games before `next`.
    #[error("interrupted; the same command resumes with game {next}")]
    Interrupted { next: u32 },
}

/// A file that games are appended to, locked against other processes.
#[derive(Debug)]
pub struct SelfPlayFile {
    file: RecordFile<SelfPlayGame>,
    games: u32,
    positions: u64,
}

impl SelfPlayFile {
    /// Opens the file of a plan. A file that is missing or has no games is begun anew; an incomplete last
    /// game is dropped.
    ///
    /// # Errors
    /// If the file is of another kind or plan, or can't be read or written.
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

    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Positions with a score in all games.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    pub(super) fn append(&mut self, game: &SelfPlayGame) -> Result<(), SelfPlayError> {
        self.file.append(game)?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }
}
