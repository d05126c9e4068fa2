//! Game records: reading, writing and conversion.
//!
//! | format | variants | holds |
//! |---|---|---|
//! | KIF ([`Format::Kif`]) | Shogi, Minishogi, Tori Shogi | variations, comments, times in seconds |
//! | KI2 ([`Format::Ki2`]) | Shogi, Minishogi, Tori Shogi | variations, comments |
//! | CSA ([`Format::Csa`]) | Shogi, Minishogi | main line, comments, times |
//! | PGN ([`Format::Pgn`]) | all | variations, comments, glyphs, times, clocks, evaluations |
//! | USI and UCI ([`Format::Usi`]) | all | start position and main line |
//! | JKF ([`Format::Jkf`]) | all | everything |
//!
//! [`read_record`] gives a [`GameRecord`] as far as the text is readable, and errors with line,
//! column, offending and expected text. Unambiguous faults are warnings. Every move is checked by
//! the rules. `docs/records.md` lists what each format keeps.
//!
//! The path of a file: [`Decoder`] makes text of blocks of bytes (UTF-8 or Shift-JIS, see
//! [`TextEncoding`]), [`Format::detect`] recognises the format, [`Splitter`] gives the text of one game
//! after another, and [`read_record`] builds the game move by move (`builder`). An error skips the rest
//! of its line of moves; later variations are read.
//!
//! A new format is a folder with a reader and a writer, a variant of [`Format`], its names in
//! `format.rs` and those of its headers in `headers.rs`, and its losses in
//! `crates/notation/tests/notation/records/held.rs`.
//!
//! ```
//! use komadai_notation::record::{Format, HeaderName, ReadOptions, read_record, write_record};
//!
//! let kif = "先手：山田\n手合割：平手\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)\n   3 投了\n";
//! let reading = read_record(kif, Format::Kif, &ReadOptions::default());
//! assert!(reading.errors.is_empty());
//! assert_eq!(reading.record.headers.get(&HeaderName::FirstPlayer), Some("山田"));
//!
//! let pgn = write_record(&reading.record, Format::Pgn)?;
//! assert!(pgn.contains("[White \"山田\"]"));
//! assert!(pgn.ends_with("1. P-76 {[%emt 0:00:05]} 1... P-34 0-1\n"));
//! # Ok::<(), komadai_notation::record::DoesNotFit>(())
//! ```

mod annotations;
mod builder;
mod csa;
mod encoding;
mod ending;
mod error;
mod format;
mod game_record;
mod headers;
mod japanese_end;
mod jkf;
mod kif;
mod pgn;
mod shapes;
mod source;
mod split;
mod starts;
mod time;
mod time_control;
mod tree;
mod usen;
mod usi;
mod walk;
mod words;

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

pub use annotations::{Annotations, Eval};
pub use builder::{ReadOptions, Reading};
pub use encoding::{Decoder, Encoded, TextEncoding, decode};
pub use ending::{EndReason, Ending};
pub use error::{DoesNotFit, RecordError, RecordErrorKind};
pub use format::Format;
pub use game_record::{GameRecord, Start};
pub use headers::{HeaderName, Headers};
pub use shapes::{Shape, ShapeColor, ShapeOrigin};
pub use split::{GameText, Splitter};
pub use tree::{MAX_NESTING, MoveTree, NestingError, Node, NodeId, Step};

/// Reads the record of one game. Never panics.
///
/// The variant of the options applies to records that do not name theirs. A record that is more
/// readable as another variant is read as that.
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, read_record};
/// use komadai_rules::VariantId;
/// let text = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
/// let reading = read_record(text, Format::Csa, &ReadOptions::default());
/// assert_eq!((reading.errors.len(), reading.record.main_line().len()), (0, 2));
/// // These are no moves of Minishogi.
/// let options = ReadOptions { variant: Some(VariantId::Minishogi), ..ReadOptions::default() };
/// assert_eq!(read_record(text, Format::Csa, &options).record.variant(), VariantId::Shogi);
/// // Whatever is no record gives errors, and a record without moves.
/// let reading = read_record("?", Format::Csa, &ReadOptions::default());
/// assert!(!reading.errors.is_empty() && reading.record.tree.is_empty());
/// ```
#[must_use]
pub fn read_record(text: &str, format: Format, options: &ReadOptions) -> Reading {
    let mut reading = read_as_some_game(text, format, options);
    reading.warnings.extend(error::damaged_text(text, options));
    reading
}

fn read_as_some_game(text: &str, format: Format, options: &ReadOptions) -> Reading {
    let reading = read_as(text, format, options);
    if options.variant.is_none() || reading.errors.is_empty() {
        return reading;
    }
    let unasked = ReadOptions {
        variant: None,
        ..*options
    };
    let other = read_as(text, format, &unasked);
    let sense = |reading: &Reading| (reading.record.tree.len(), Reverse(reading.errors.len()));
    if sense(&other) > sense(&reading) {
        other
    } else {
        reading
    }
}

fn read_as(text: &str, format: Format, options: &ReadOptions) -> Reading {
    match format {
        Format::Kif | Format::Ki2 => kif::read(text, options),
        Format::Csa => csa::read(text, options),
        Format::Pgn => pgn::read(text, options),
        Format::Usi => usi::read(text, options),
        Format::Jkf => jkf::read(text, options),
    }
}

/// Reads all games of a text. Read files of any size game by game with a [`Splitter`].
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, read_records};
/// let text = "position startpos moves 7g7f\nposition startpos moves 2g2f\n";
/// assert_eq!(read_records(text, Format::Usi, &ReadOptions::default()).len(), 2);
/// ```
#[must_use]
pub fn read_records(text: &str, format: Format, options: &ReadOptions) -> Vec<Reading> {
    let mut splitter = Splitter::new(format);
    splitter.push(text);
    splitter.finish();
    core::iter::from_fn(|| splitter.next_game())
        .map(|game| read_record(&game.text, format, &game.options(options)))
        .collect()
}

impl GameText {
    /// The options with the game's place in the file.
    #[must_use]
    pub fn options(&self, options: &ReadOptions) -> ReadOptions {
        ReadOptions {
            first_line: self.first_line,
            first_column: self.first_column,
            ..*options
        }
    }
}

/// The text of a record, with `\n` at the ends of lines.
///
/// # Errors
/// The format can't hold games of the variant.
///
/// ```
/// use komadai_notation::record::{Format, GameRecord, write_record};
/// use komadai_rules::{AnyPosition, Move, VariantId};
/// let moves = ["7g7f", "3c3d"].map(|text| Move::parse(VariantId::Shogi, text).unwrap());
/// let record = GameRecord::of_moves(AnyPosition::start(VariantId::Shogi), &moves);
/// let text = write_record(&record, Format::Csa).unwrap();
/// assert!(text.ends_with("+7776FU\n-3334FU\n"));
/// ```
pub fn write_record(record: &GameRecord, format: Format) -> Result<String, DoesNotFit> {
    let variant = record.variant();
    if !format.fits(variant) {
        return Err(DoesNotFit { variant, format });
    }
    Ok(match format {
        Format::Kif => kif::write(record),
        Format::Ki2 => kif::write_ki2(record),
        Format::Csa => csa::write(record),
        Format::Pgn => pgn::write(record),
        Format::Usi => usi::write(record),
        Format::Jkf => jkf::write(record),
    })
}

impl Format {
    /// Separator between two games of a file.
    #[must_use]
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Kif | Self::Ki2 | Self::Pgn => "\n",
            Self::Csa => "/\n",
            Self::Usi | Self::Jkf => "",
        }
    }
}
