//! The log of a match: what was settled in the first line, then a line for each game.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::plan::MatchPlan;
use super::played::PlayedGame;
use super::time_control::TimeControl;
use crate::differences::differences;
use crate::kept_file::{open_alone, whole_lines};

/// The first line: everything that decides how games are played. How many there are, how many at
/// the same time and when the match ends may differ from one start to the next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Version of the format.
    pub komadai_match: u32,
    /// The game's name.
    pub game: String,
    /// All options of the rules.
    pub rules: BTreeMap<String, String>,
    /// The first player.
    pub a: Value,
    /// Its opponent.
    pub b: Value,
    /// How long both may think.
    pub time: TimeControl,
    /// Milliseconds by which a player may exceed its time unpunished.
    pub margin_ms: u64,
    /// Milliseconds after which a player has stalled where no clock says so.
    pub patience_ms: u64,
    /// How many openings there are and the fingerprint of their file.
    pub openings: Value,
    /// All chance comes from here.
    pub seed: u64,
    /// Which games are ended early.
    pub adjudication: Value,
}

const FORMAT: u32 = 1;

impl MatchHeader {
    /// The header of a match's log.
    #[must_use]
    pub fn of(plan: &MatchPlan) -> Self {
        let rules = plan.rules.pairs(plan.game).into_iter();
        MatchHeader {
            komadai_match: FORMAT,
            game: plan.game.name().into(),
            rules: rules.map(|(key, value)| (key.to_string(), value)).collect(),
            a: plan.a.settings(plan.game),
            b: plan.b.settings(plan.game),
            time: plan.time,
            margin_ms: plan.margin_ms,
            patience_ms: plan.patience_ms,
            openings: json!({
                "count": plan.openings.lines().len(),
                "fingerprint": format!("{:016x}", plan.openings.fingerprint()),
            }),
            seed: plan.seed,
            adjudication: json!(plan.adjudication),
        }
    }
}

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// Reading or writing failed.
    #[error("log {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another match is writing it.
    #[error("log {path} is in use by another match")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It begins otherwise.
    #[error("{path} is no log of a match: its first line {why}")]
    NoLog {
        /// The file.
        path: PathBuf,
        /// What is wrong with the first line.
        why: String,
    },
    /// A line that is no game.
    #[error("log {path}, line {line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It is the log of another match.
    #[error(
        "log {path} was begun with other settings: {}; give another --log, or the same settings \
         to go on with this one",
        .differences.join("; ")
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
}

/// A log that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct LoggedMatch {
    /// What was settled.
    pub header: MatchHeader,
    /// The games by their number.
    pub games: BTreeMap<u32, PlayedGame>,
}

impl LoggedMatch {
    /// Reads a log. A last line that was cut off is passed over.
    ///
    /// # Errors
    /// Says which line is wrong and why.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        let bytes = std::fs::read(path).map_err(|source| LogError::Io {
            path: path.into(),
            source,
        })?;
        LoggedMatch::parse(path, whole_lines(&bytes))
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, LogError> {
        let no_log = |why: String| LogError::NoLog {
            path: path.into(),
            why,
        };
        if bytes.is_empty() {
            return Err(no_log("is missing".into()));
        }
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let mut lines = bytes.split(|&byte| byte == b'\n').enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let header: MatchHeader = serde_json::from_slice(first)
            .map_err(|error| no_log(format!("can't be read: {error}")))?;
        if header.komadai_match != FORMAT {
            let version = header.komadai_match;
            return Err(no_log(format!("has format {version}, not {FORMAT}")));
        }
        let mut games = BTreeMap::new();
        for (index, line) in lines {
            let bad = |why: String| LogError::Line {
                path: path.into(),
                line: index + 1,
                why,
            };
            let game: PlayedGame =
                serde_json::from_slice(line).map_err(|error| bad(error.to_string()))?;
            let number = game.game;
            if games.insert(number, game).is_some() {
                return Err(bad(format!("game {number} is there twice")));
            }
        }
        Ok(LoggedMatch { header, games })
    }
}

/// A log that games are added to. No other match can open it meanwhile.
#[derive(Debug)]
pub struct MatchLog {
    path: PathBuf,
    file: File,
    games: BTreeMap<u32, PlayedGame>,
}

impl MatchLog {
    /// Opens the log of this match, beginning it where there is none, or one without any game.
    ///
    /// # Errors
    /// When it is the log of another match, or none, or can't be read and written.
    pub fn open(path: &Path, plan: &MatchPlan) -> Result<Self, LogError> {
        let failed = |source| LogError::Io {
            path: path.into(),
            source,
        };
        let mut file = open_alone(path).map_err(|error| match error {
            TryLockError::WouldBlock => LogError::InUse { path: path.into() },
            TryLockError::Error(source) => failed(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = whole_lines(&bytes);
        let header = MatchHeader::of(plan);
        let mut log = MatchLog {
            path: path.into(),
            file,
            games: BTreeMap::new(),
        };
        let begun = if whole.is_empty() && is_start_of_header(&bytes) {
            None
        } else {
            let read = LoggedMatch::parse(path, if whole.is_empty() { &bytes } else { whole })?;
            Some(read).filter(|read| !read.games.is_empty())
        };
        // What holds no game binds nobody.
        let Some(read) = begun else {
            log.cut(0)?;
            log.write(&header)?;
            return Ok(log);
        };
        let differences = differences(&header, &read.header, "log");
        if !differences.is_empty() {
            return Err(LogError::OtherSettings {
                path: path.into(),
                differences,
            });
        }
        log.games = read.games;
        log.cut(whole.len() as u64)?;
        Ok(log)
    }

    /// The games there are.
    #[must_use]
    pub fn games(&self) -> &BTreeMap<u32, PlayedGame> {
        &self.games
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: PlayedGame) -> Result<(), LogError> {
        self.write(&game)?;
        self.games.insert(game.game, game);
        Ok(())
    }

    /// Cuts off what follows, and writes on from there.
    fn cut(&mut self, length: u64) -> Result<(), LogError> {
        let cut = self.file.set_len(length);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map(|_| ())
            .map_err(|source| self.failed(source))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let written = serde_json::to_vec(line).map_err(io::Error::from);
        let written = written.and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line)
        });
        written.map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> LogError {
        LogError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

impl Drop for MatchLog {
    /// Closing the file is not enough: a process that is being started elsewhere in this one has
    /// its files too, for a moment, and would keep the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Whether a text without a line break is the beginning of a header, or nothing: a log that was
/// cut off in its first line is begun anew, any other file is left alone.
fn is_start_of_header(bytes: &[u8]) -> bool {
    const FIRST: &[u8] = b"{\"komadai_match\":";
    bytes.starts_with(FIRST) || FIRST.starts_with(bytes)
}
