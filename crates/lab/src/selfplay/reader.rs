use komadai_rules::VariantId;
use std::path::Path;

use super::game::SelfPlayGame;
use super::plan::SelfPlayHeader;
use crate::record_file::{Record as _, RecordFileError, RecordReader};

/// An incomplete last game is ignored.
#[derive(Debug)]
pub struct SelfPlayReader {
    variant: VariantId,
    games: RecordReader<SelfPlayGame>,
}

impl SelfPlayReader {
    /// # Errors
    /// If the file is no self-play file or can't be read.
    pub fn open(path: &Path) -> Result<Self, RecordFileError> {
        let games = RecordReader::<SelfPlayGame>::open(path)?;
        let name = &games.header().game;
        let variant = name.parse().map_err(|_| RecordFileError::Header {
            path: path.into(),
            expected: SelfPlayGame::FILE,
            why: format!("names the unknown game \"{name}\""),
        })?;
        Ok(SelfPlayReader { variant, games })
    }

    #[must_use]
    pub fn header(&self) -> &SelfPlayHeader {
        self.games.header()
    }

    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.variant
    }
}

impl Iterator for SelfPlayReader {
    type Item = Result<SelfPlayGame, RecordFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.games.next()
    }
}
