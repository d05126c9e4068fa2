//! The file that games are added to.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::game::SelfPlayGame;
use super::plan::{FORMAT, SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError};
use super::reader::Games;
use crate::differences::differences;
use crate::kept_file::open_alone;

/// Why self-play broke off or a file of it cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The plan can't be played.
    #[error(transparent)]
    Plan(#[from] SelfPlayPlanError),
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process is writing it.
    #[error("{path} is in use")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It begins otherwise.
    #[error("{path} is no file of self-play: its first line {why}")]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with the first line.
        why: String,
    },
    /// It was begun with another plan, or by another engine.
    #[error(
        "{path} was begun with other settings: {}; give another file, or the same settings to go \
         on with this one",
        .differences.join("; ")
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// A game in it can't be read.
    #[error("{path}, game {game}: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which game, from 0.
        game: u32,
        /// What is wrong with it.
        why: String,
    },
    /// The engine found no legal move although the game was not over.
    #[error("game {game}, ply {ply}: the engine {how}; before it {moves:?}")]
    Engine {
        /// Which game, from 0.
        game: u32,
        /// Moves played before.
        ply: u32,
        /// What it did instead.
        how: String,
        /// The moves played before, in the game's notation.
        moves: Vec<String>,
    },
    /// There are no threads to be had.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// It was interrupted; what was finished is in the file.
    #[error("interrupted; the same command goes on with game {next}")]
    Interrupted {
        /// The first game that the file does not have.
        next: u32,
    },
}

/// A file that games are added to. No other process can open it meanwhile.
#[derive(Debug)]
pub struct SelfPlayFile {
    path: PathBuf,
    file: File,
    games: u32,
    positions: u64,
}

impl SelfPlayFile {
    /// Opens the file of this plan, beginning it where there is none. A last game that was being
    /// written is cut off.
    ///
    /// # Errors
    /// When it is the file of another plan, or none, or can't be read and written.
    pub fn open(path: &Path, plan: &SelfPlayPlan) -> Result<Self, SelfPlayError> {
        let failed = |source| SelfPlayError::Io {
            path: path.into(),
            source,
        };
        plan.check()?;
        let file = open_alone(path).map_err(|error| match error {
            TryLockError::WouldBlock => SelfPlayError::InUse { path: path.into() },
            TryLockError::Error(source) => failed(source),
        })?;
        let mut opened = SelfPlayFile {
            path: path.into(),
            file,
            games: 0,
            positions: 0,
        };
        let header = SelfPlayHeader::of(plan);
        let mut reader = BufReader::new(opened.file.try_clone().map_err(failed)?);
        let Some(found) = read_header(path, &mut reader)? else {
            opened.cut(0)?;
            let line = serde_json::to_vec(&header).map_err(io::Error::from);
            let mut line = line.map_err(failed)?;
            line.push(b'\n');
            opened.write(&line)?;
            return Ok(opened);
        };
        let differences = differences(&header, &found, "file");
        if !differences.is_empty() {
            return Err(SelfPlayError::OtherSettings {
                path: path.into(),
                differences,
            });
        }
        let from = reader.stream_position().map_err(failed)?;
        let mut games = Games::new(path, reader);
        for game in &mut games {
            opened.positions += game?.moves.len() as u64;
            opened.games += 1;
        }
        opened.cut(from + games.whole_bytes())?;
        Ok(opened)
    }

    /// Games there are.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Positions with a score in all games together.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, game: &SelfPlayGame) -> Result<(), SelfPlayError> {
        self.write(&game.to_bytes())?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }

    /// Cuts off what follows, and writes on from there.
    fn cut(&mut self, length: u64) -> Result<(), SelfPlayError> {
        let cut = self.file.set_len(length);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map(|_| ())
            .map_err(|source| self.failed(source))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), SelfPlayError> {
        let written = self.file.write_all(bytes);
        written.map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> SelfPlayError {
        SelfPlayError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

/// Longer than any header.
const LONGEST_HEADER: u64 = 1 << 16;

/// The first line. `None` where it was cut off, so that there are no games yet; any other file is
/// an error.
pub(super) fn read_header(
    path: &Path,
    reader: &mut BufReader<File>,
) -> Result<Option<SelfPlayHeader>, SelfPlayError> {
    const FIRST: &[u8] = b"{\"komadai_selfplay\":";
    let mut line = Vec::new();
    let read = reader.take(LONGEST_HEADER).read_until(b'\n', &mut line);
    read.map_err(|source| SelfPlayError::Io {
        path: path.into(),
        source,
    })?;
    let bad = |why: String| SelfPlayError::Header {
        path: path.into(),
        why,
    };
    if !line.ends_with(b"\n") && (line.starts_with(FIRST) || FIRST.starts_with(&line)) {
        return Ok(None);
    }
    let header: SelfPlayHeader =
        serde_json::from_slice(&line).map_err(|error| bad(format!("can't be read: {error}")))?;
    if header.komadai_selfplay != FORMAT {
        let version = header.komadai_selfplay;
        return Err(bad(format!("has format {version}, not {FORMAT}")));
    }
    Ok(Some(header))
}
