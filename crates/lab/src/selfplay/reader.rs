//! Reading games of self-play, one after another.

use komadai_rules::VariantId;
use std::path::Path;

use super::game::SelfPlayGame;
use super::plan::SelfPlayHeader;
use crate::record_file::{Record as _, RecordFileError, RecordReader};

/// The games of a file, in their order. A last game that was cut off is passed over.
#[derive(Debug)]
pub struct SelfPlayReader {
    game: VariantId,
    games: RecordReader<SelfPlayGame>,
}

impl SelfPlayReader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it is no file of self-play or can't be read.
    pub fn open(path: &Path) -> Result<Self, RecordFileError> {
        let games = RecordReader::<SelfPlayGame>::open(path)?;
        let name = &games.header().game;
        let game = name.parse().map_err(|_| RecordFileError::Header {
            path: path.into(),
            expected: SelfPlayGame::FILE,
            why: format!("names the unknown game \"{name}\""),
        })?;
        Ok(SelfPlayReader { game, games })
    }

    /// The first line.
    #[must_use]
    pub fn header(&self) -> &SelfPlayHeader {
        self.games.header()
    }

    /// The game that was played.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.game
    }
}

impl Iterator for SelfPlayReader {
    type Item = Result<SelfPlayGame, RecordFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.games.next()
    }
}
