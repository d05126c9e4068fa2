//! The file that finished games are kept in: a header, then a line a game.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::plan::{LadderHeader, LadderPlan};
use crate::differences::differences;
use crate::games::GamesError;
use crate::kept_file::{open_alone, whole_lines};
use crate::player::Player;

/// Why a ladder broke off or its file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LadderError {
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
    /// It is something else.
    #[error("{path} is no file of games between levels: line {line}: {why}")]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Its games were played otherwise.
    #[error("{path} was begun with other settings: {}", .differences.join("; "))]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// A player is there more than once.
    #[error("player {0} is there twice")]
    Twice(Player),
    /// The two-ply player is to be measured.
    #[error(
        "the two-ply player is not measured: its rating is fixed, and the weaker players meet it anyway"
    )]
    Reference,
    /// A player spoiled a game.
    #[error(transparent)]
    Game(#[from] GamesError),
    /// The system gave no thread.
    #[error("no thread: {0}")]
    Thread(io::Error),
    /// Somebody asked for an end.
    #[error("interrupted after {games} games: the same command goes on from there")]
    Interrupted {
        /// Games that are kept.
        games: usize,
    },
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderGame {
    /// The player points are counted for.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// Number of the game in the pairing, from 0.
    pub index: u32,
    /// Half points of the first player: 0, 1 or 2.
    pub half_points: u32,
    /// How it ended.
    pub reason: String,
    /// Moves played.
    pub plies: u32,
}

/// A pairing's players and a game's number.
type Key = (String, String, u32);

/// Finished games and the file they are kept in.
#[derive(Debug)]
pub struct LadderFile {
    path: PathBuf,
    file: File,
    games: BTreeMap<Key, LadderGame>,
}

impl LadderFile {
    /// Opens the file of a ladder, or begins one. A last line that is cut off is cut away.
    ///
    /// # Errors
    /// When the plan can't be played, and when the file can't be read or has games that were played with
    /// other settings.
    pub fn open(path: &Path, plan: &LadderPlan) -> Result<Self, LadderError> {
        plan.check()?;
        let io = |source| LadderError::Io {
            path: path.into(),
            source,
        };
        let mut file = open_alone(path).map_err(|error| match error {
            TryLockError::WouldBlock => LadderError::InUse { path: path.into() },
            TryLockError::Error(source) => io(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let header = LadderHeader::of(plan);
        let whole = whole_lines(&bytes);
        let mut ladder = LadderFile {
            path: path.into(),
            file,
            games: BTreeMap::new(),
        };
        if whole.is_empty() {
            let begun = b"{\"komadai_levels\"";
            if !bytes.is_empty() && !begun.starts_with(&bytes) && !bytes.starts_with(begun) {
                return Err(ladder.not_ours(1, "it has no header"));
            }
            return ladder.begin(&header);
        }
        let text = String::from_utf8_lossy(whole);
        let (first, games) = text.split_once('\n').unwrap_or((&text, ""));
        let found: LadderHeader =
            serde_json::from_str(first).map_err(|e| ladder.not_ours(1, &e.to_string()))?;
        // What holds no game binds nobody.
        if games.is_empty() {
            return ladder.begin(&header);
        }
        let differences = differences(&header, &found, "file");
        if !differences.is_empty() {
            return Err(LadderError::OtherSettings {
                path: path.into(),
                differences,
            });
        }
        for (number, line) in (2..).zip(games.lines()) {
            let game: LadderGame =
                serde_json::from_str(line).map_err(|e| ladder.not_ours(number, &e.to_string()))?;
            if game.half_points > 2 {
                let why = format!("half_points is {}, at most 2", game.half_points);
                return Err(ladder.not_ours(number, &why));
            }
            ladder.remember(game);
        }
        ladder.cut_to(whole.len() as u64)?;
        Ok(ladder)
    }

    /// All finished games, by their players and numbers: in whatever order they were played.
    pub fn games(&self) -> impl Iterator<Item = &LadderGame> {
        self.games.values()
    }

    /// Whether a game is there.
    #[must_use]
    pub fn has(&self, a: &str, b: &str, index: u32) -> bool {
        self.games.contains_key(&(a.into(), b.into(), index))
    }

    /// Adds a game and writes it down.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn add(&mut self, game: LadderGame) -> Result<(), LadderError> {
        self.write(&game)?;
        self.remember(game);
        Ok(())
    }

    /// The file with its first line alone.
    fn begin(mut self, header: &LadderHeader) -> Result<Self, LadderError> {
        self.cut_to(0)?;
        self.write(header)?;
        Ok(self)
    }

    fn remember(&mut self, game: LadderGame) {
        let key = (game.a.clone(), game.b.clone(), game.index);
        self.games.insert(key, game);
    }

    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), LadderError> {
        let mut line =
            serde_json::to_string(value).map_err(|error| self.io(io::Error::other(error)))?;
        line.push('\n');
        (self.file.write_all(line.as_bytes())).map_err(|source| self.io(source))
    }

    fn cut_to(&mut self, length: u64) -> Result<(), LadderError> {
        let cut = self.file.set_len(length);
        cut.and_then(|()| self.file.seek(SeekFrom::End(0)))
            .map(|_| ())
            .map_err(|source| self.io(source))
    }

    fn io(&self, source: io::Error) -> LadderError {
        LadderError::Io {
            path: self.path.clone(),
            source,
        }
    }

    fn not_ours(&self, line: usize, why: &str) -> LadderError {
        LadderError::NotOurs {
            path: self.path.clone(),
            line,
            why: why.into(),
        }
    }
}
