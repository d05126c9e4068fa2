//! File of a ladder's games: a header, then a line for each game.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

use super::plan::{LadderHeader, LadderPlan};
use crate::games::GamesError;
use crate::player::Player;
use crate::pool::PoolError;
use crate::record_file::{JsonRecord, RecordFile, RecordFileError};

#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    #[error(transparent)]
    File(#[from] RecordFileError),
    #[error("player {0} is listed twice")]
    Duplicate(Player),
    #[error(
        "the two-ply player is the fixed reference of the ratings: it is not measured, and the weaker \
         players meet it anyway"
    )]
    Reference,
    #[error(transparent)]
    Game(#[from] GamesError),
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("interrupted after {games} games: the same command resumes there")]
    Interrupted { games: usize },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderGame {
    /// The player whose points are counted.
    pub a: String,
    pub b: String,
    /// Number of the game within the pairing, from 0.
    pub index: u32,
    /// Half points of `a`: 0, 1 or 2.
    pub half_points: u32,
    pub reason: String,
    pub plies: u32,
}

impl JsonRecord for LadderGame {
    type Header = LadderHeader;
    const KEY: &'static str = "komadai_levels";
    const VERSION: u64 = 1;
    const FILE: &'static str = "a file of games between levels";

    fn check(&self) -> Result<(), String> {
        match self.half_points {
            0..=2 => Ok(()),
            many => Err(format!("half_points is {many}, at most 2")),
        }
    }
}

type Key = (String, String, u32);

type Games = BTreeMap<Key, LadderGame>;

fn insert(games: &mut Games, game: LadderGame) {
    let key = (game.a.clone(), game.b.clone(), game.index);
    games.insert(key, game);
}

/// Finished games and the file they are appended to, locked against other processes.
#[derive(Debug)]
pub struct LadderFile {
    file: RecordFile<LadderGame>,
    games: Games,
}

impl LadderFile {
    /// Opens the file of a ladder. A file that is missing or has no games is begun anew.
    ///
    /// # Errors
    /// If the plan is invalid, the file can't be read or has games of other settings, or there is no
    /// memory for an engine.
    pub fn open(path: &Path, plan: &LadderPlan) -> Result<Self, LadderError> {
        plan.check()?;
        let mut games = Games::new();
        let file = RecordFile::open(path, &LadderHeader::of(plan)?, &mut |game| {
            insert(&mut games, game);
            Ok(())
        })?;
        Ok(LadderFile { file, games })
    }

    /// Finished games ordered by players and number.
    pub fn games(&self) -> impl Iterator<Item = &LadderGame> {
        self.games.values()
    }

    #[must_use]
    pub fn has(&self, a: &str, b: &str, index: u32) -> bool {
        self.games.contains_key(&(a.into(), b.into(), index))
    }

    pub(super) fn append(&mut self, game: LadderGame) -> Result<(), LadderError> {
        self.file.append(&game)?;
        insert(&mut self.games, game);
        Ok(())
    }
}
