use alloc::string::String;
use core::fmt;

use komadai_rules::{RefusalCode, VariantId};

use super::builder::ReadOptions;
use super::format::Format;
use super::source::column;

/// Maximum number of characters of the offending text in an error: a message fits a line.
const MAX_FOUND: usize = 40;

/// An error at a place of a record. An [error](super::Reading::errors) drops a part of the record,
/// a [warning](super::Reading::warnings) does not.
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, read_record};
/// let text = "position startpos moves 7g7f 3c3e";
/// let reading = read_record(text, Format::Usi, &ReadOptions::default());
/// let error = &reading.errors[0];
/// assert_eq!((error.line, error.column, error.found.as_str()), (1, 30, "3c3e"));
/// assert!(error.to_string().starts_with("1:30: illegal move \"3c3e\": "));
/// // What comes before is read.
/// assert_eq!(reading.record.main_line().len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// Kind, for programs; `Display` has a text for people.
    pub kind: RecordErrorKind,
    /// Line of the text, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The offending text, at most 40 characters; empty where text is missing.
    pub found: String,
    /// The expected text at that place, in English.
    pub expected: String,
}

impl RecordError {
    pub(crate) fn new(
        kind: RecordErrorKind,
        (line, column): (u32, u32),
        found: &str,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            line,
            column,
            found: found.trim_end().chars().take(MAX_FOUND).collect(),
            expected: expected.into(),
        }
    }
}

/// The error of the first undecodable character of a text, with the rest of its line.
pub(super) fn damaged_text(text: &str, options: &ReadOptions) -> Option<RecordError> {
    let at = text.find(char::REPLACEMENT_CHARACTER)?;
    let (before, after) = text.split_at(at);
    let line = before.matches('\n').count() as u32;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let first = if line == 0 { options.first_column } else { 1 };
    let column = first.saturating_add(column(&before[start..]) - 1);
    let place = (options.first_line.saturating_add(line), column);
    let found = after.lines().next().unwrap_or_default();
    let expected = "text in UTF-8, Shift-JIS or another encoding of records";
    Some(RecordError::new(
        RecordErrorKind::DamagedText,
        place,
        found,
        expected,
    ))
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)?;
        if !self.found.is_empty() {
            write!(f, " \"{}\"", self.found.escape_debug())?;
        }
        if let RecordErrorKind::IllegalMove(Some(refusal)) = self.kind {
            write!(f, ": {refusal}")?;
        }
        write!(f, ", expected {}", self.expected)
    }
}

impl core::error::Error for RecordError {}

/// Kinds of [`RecordError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The variant is unknown or not named.
    UnknownVariant,
    /// A start position, board diagram or hand that can't be read or breaks the rules.
    BadStart,
    /// A tag or header that can't be read.
    BadHeader,
    /// Not a move in any notation of the variant.
    BadMove,
    /// A move that the rules forbid, with the reason.
    IllegalMove(Option<RefusalCode>),
    /// A move that matches several legal moves.
    AmbiguousMove,
    /// No piece can make the move.
    NoPiece,
    /// A move number out of sequence; a warning if the move is legal all the same.
    MoveNumber,
    /// A variation that branches off from no move.
    NoBranch,
    /// Variations nested deeper than [`MAX_NESTING`](super::MAX_NESTING).
    TooDeep,
    /// A comment, text or variation without its end.
    Unclosed,
    /// A time that can't be read.
    BadTime,
    /// A move after the end of the game, kept as a variation to the end.
    AfterEnd,
    /// A second end of the game that differs from the first.
    SecondEnd,
    /// Characters that the file's encoding does not have.
    DamagedText,
    /// Text that is not JSON, or not the JSON of a record.
    BadJson,
    /// Text without meaning in its place.
    UnexpectedText,
    /// The text contains no game.
    NoRecord,
}

impl RecordErrorKind {
    /// Stable code for programs, in kebab case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.texts().0
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::UnknownVariant => ("unknown-game", "unknown game"),
            Self::BadStart => ("bad-start", "bad start position"),
            Self::BadHeader => ("bad-header", "bad header"),
            Self::BadMove => ("bad-move", "not a move"),
            Self::IllegalMove(_) => ("illegal-move", "illegal move"),
            Self::AmbiguousMove => ("ambiguous-move", "ambiguous move"),
            Self::NoPiece => ("no-piece", "no piece can make the move"),
            Self::MoveNumber => ("move-number", "wrong move number"),
            Self::NoBranch => ("no-branch", "a variation that branches off nowhere"),
            Self::TooDeep => ("too-deep", "too many variations within variations"),
            Self::Unclosed => ("unclosed", "no end of"),
            Self::BadTime => ("bad-time", "bad time"),
            Self::AfterEnd => ("after-end", "a move after the end of the game"),
            Self::SecondEnd => ("second-end", "another end of the game"),
            Self::DamagedText => ("damaged-text", "damaged characters"),
            Self::BadJson => ("bad-json", "bad JSON"),
            Self::UnexpectedText => ("unexpected-text", "unexpected text"),
            Self::NoRecord => ("no-record", "no game"),
        }
    }
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

/// Error of [`write_record`](super::write_record): the format can't hold games of the variant.
///
/// ```
/// use komadai_notation::record::{DoesNotFit, Format, GameRecord, write_record};
/// use komadai_rules::{AnyPosition, VariantId};
/// let record = GameRecord::new(AnyPosition::start(VariantId::Shogun));
/// let error = write_record(&record, Format::Kif).unwrap_err();
/// assert_eq!(error, DoesNotFit { variant: VariantId::Shogun, format: Format::Kif });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{} has no pieces of {}, choose another format", .format.title(), .variant.spec().title)]
pub struct DoesNotFit {
    /// Variant of the record.
    pub variant: VariantId,
    /// Requested format.
    pub format: Format,
}
