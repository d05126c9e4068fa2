//! Log of a match: a header, then a line for each game.

use komadai_engine::OutOfMemory;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

use super::plan::MatchPlan;
use super::played::PlayedGame;
use super::run::MatchError;
use super::time_control::TimeControl;
use crate::record_file::{JsonRecord, RecordFile, RecordFileError, RecordReader};

/// The first line of a log: all settings that determine the games. The number of games, the number of
/// threads and the sequential test may differ between runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    pub komadai_match: u32,
    pub game: String,
    pub rules: BTreeMap<String, String>,
    /// The engine whose results are counted.
    pub a: Value,
    pub b: Value,
    pub time: TimeControl,
    /// Milliseconds by which an engine may exceed its time.
    pub margin_ms: u64,
    /// Milliseconds after which an engine without a clock counts as stalled.
    pub patience_ms: u64,
    /// Number of openings and the fingerprint of their file.
    pub openings: Value,
    pub seed: u64,
    pub adjudication: Value,
}

impl MatchHeader {
    /// # Errors
    /// If there is no memory for a built-in engine.
    pub fn of(plan: &MatchPlan) -> Result<Self, OutOfMemory> {
        let rules = plan.rules.pairs(plan.variant).into_iter();
        Ok(MatchHeader {
            komadai_match: <PlayedGame as JsonRecord>::VERSION as u32,
            game: plan.variant.name().into(),
            rules: rules.map(|(key, value)| (key.to_string(), value)).collect(),
            a: plan.a.settings(plan.variant)?,
            b: plan.b.settings(plan.variant)?,
            time: plan.time,
            margin_ms: plan.margin_ms,
            patience_ms: plan.patience_ms,
            openings: json!({
                "count": plan.openings.lines().len(),
                "fingerprint": format!("{:016x}", plan.openings.fingerprint()),
            }),
            seed: plan.seed,
            adjudication: json!(plan.adjudication),
        })
    }
}

impl JsonRecord for PlayedGame {
    type Header = MatchHeader;
    const KEY: &'static str = "komadai_match";
    const VERSION: u64 = 1;
    const FILE: &'static str = "a match log";
}

type Games = BTreeMap<u32, PlayedGame>;

fn insert_new(games: &mut Games, game: PlayedGame) -> Result<(), String> {
    let number = game.game;
    match games.insert(number, game) {
        None => Ok(()),
        Some(_) => Err(format!("game {number} is in the log twice")),
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct LoggedMatch {
    pub header: MatchHeader,
    pub games: BTreeMap<u32, PlayedGame>,
}

impl LoggedMatch {
    /// Reads a log. An incomplete last line is ignored.
    ///
    /// # Errors
    /// The line that is wrong, with the reason.
    pub fn read(path: &Path) -> Result<Self, RecordFileError> {
        let mut reader = RecordReader::<PlayedGame>::open(path)?;
        let mut games = Games::new();
        while let Some(game) = reader.next() {
            insert_new(&mut games, game?).map_err(|why| reader.bad_record(why))?;
        }
        Ok(LoggedMatch {
            header: reader.into_header(),
            games,
        })
    }
}

/// A log that games are appended to, locked against other processes.
#[derive(Debug)]
pub struct MatchLog {
    file: RecordFile<PlayedGame>,
    games: Games,
}

impl MatchLog {
    /// Opens the log of this match. A log that is missing or has no games is begun anew.
    ///
    /// # Errors
    /// If the file is no log or that of another match, can't be read or written, or there is no memory
    /// for a built-in engine.
    pub fn open(path: &Path, plan: &MatchPlan) -> Result<Self, MatchError> {
        let mut games = Games::new();
        let header = MatchHeader::of(plan)?;
        let file = RecordFile::open(path, &header, &mut |game| insert_new(&mut games, game))?;
        Ok(MatchLog { file, games })
    }

    #[must_use]
    pub fn games(&self) -> &BTreeMap<u32, PlayedGame> {
        &self.games
    }

    pub(crate) fn append(&mut self, game: PlayedGame) -> Result<(), RecordFileError> {
        self.file.append(&game)?;
        self.games.insert(game.game, game);
        Ok(())
    }
}
