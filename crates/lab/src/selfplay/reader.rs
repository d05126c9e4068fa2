//! Reading games back, one after another.

use komadai_rules::GameId;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::file::{SelfPlayError, read_header};
use super::game::{HEAD, SelfPlayGame};
use super::plan::SelfPlayHeader;

/// The games of a file, in their order. A last game that was being written is passed over.
#[derive(Debug)]
pub struct SelfPlayReader {
    header: SelfPlayHeader,
    game: GameId,
    games: Games,
}

impl SelfPlayReader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it is no file of self-play or can't be read.
    pub fn open(path: &Path) -> Result<Self, SelfPlayError> {
        let file = File::open(path).map_err(|source| SelfPlayError::Io {
            path: path.into(),
            source,
        })?;
        let mut reader = BufReader::new(file);
        let bad = |why: String| SelfPlayError::Header {
            path: path.into(),
            why,
        };
        let header = read_header(path, &mut reader)?.ok_or_else(|| bad("is cut off".into()))?;
        let game = (header.game.parse())
            .map_err(|_| bad(format!("names no game but \"{}\"", header.game)))?;
        Ok(SelfPlayReader {
            header,
            game,
            games: Games::new(path, reader),
        })
    }

    /// The first line.
    #[must_use]
    pub fn header(&self) -> &SelfPlayHeader {
        &self.header
    }

    /// The game that was played.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }
}

impl Iterator for SelfPlayReader {
    type Item = Result<SelfPlayGame, SelfPlayError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.games.next()
    }
}

/// What follows the first line.
#[derive(Debug)]
pub(super) struct Games {
    path: PathBuf,
    reader: BufReader<File>,
    /// The next game's number.
    number: u32,
    whole_bytes: u64,
    over: bool,
}

impl Games {
    pub(super) fn new(path: &Path, reader: BufReader<File>) -> Self {
        Games {
            path: path.into(),
            reader,
            number: 0,
            whole_bytes: 0,
            over: false,
        }
    }

    /// Bytes of the whole games read.
    pub(super) fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    fn read(&mut self) -> Result<Option<SelfPlayGame>, SelfPlayError> {
        let path = self.path.clone();
        let (reader, game) = (&mut self.reader, self.number);
        let mut all = |bytes: &mut [u8]| match reader.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(source) => Err(SelfPlayError::Io {
                path: path.clone(),
                source,
            }),
        };
        let mut head = [0; HEAD];
        if !all(&mut head)? {
            return Ok(None);
        }
        let mut rest = vec![0; SelfPlayGame::rest(head)];
        if !all(&mut rest)? {
            return Ok(None);
        }
        let read = SelfPlayGame::from_bytes(head, &rest);
        let read = read.and_then(|found| match found.number == game {
            true => Ok(found),
            false => Err("it has another number"),
        });
        let found = read.map_err(|why| SelfPlayError::Damaged {
            path: path.clone(),
            game,
            why: why.into(),
        })?;
        self.number += 1;
        self.whole_bytes += (HEAD + rest.len()) as u64;
        Ok(Some(found))
    }
}

impl Iterator for Games {
    type Item = Result<SelfPlayGame, SelfPlayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let read = self.read().transpose();
        // After an error there is no telling where the next game begins.
        self.over = !matches!(read, Some(Ok(_)));
        read
    }
}
