use alloc::string::String;
use alloc::{format, vec};
use core::fmt;

use crate::position::setup_problem::SetupErrors;

/// Maximum number of characters of the offending text in an error: a message fits a line.
const MAX_TEXT: usize = 32;

/// Error of a reader: kind, offending text, offset and expected text.
///
/// ```
/// use komadai_rules::{Move, TextErrorKind, VariantId};
/// let error = Move::parse(VariantId::Shogi, "7g7x").unwrap_err();
/// assert_eq!(error.kind, TextErrorKind::BadSquare);
/// assert_eq!((error.offset, error.text.as_str()), (2, "7x"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// Kind, for programs; `Display` has a text for people.
    pub kind: TextErrorKind,
    /// The offending text as typed, at most 32 characters; empty where text is missing.
    pub text: String,
    /// Offset of the offending text in the input, in bytes.
    pub offset: usize,
    /// The expected text at that place, in English.
    pub expected: String,
}

impl TextError {
    pub(crate) fn new(
        kind: TextErrorKind,
        text: &str,
        offset: usize,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            text: text.chars().take(MAX_TEXT).collect(),
            offset,
            expected: expected.into(),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.text.is_empty() {
            write!(f, " \"{}\"", self.text.escape_debug())?;
        }
        write!(f, " at byte {}: expected {}", self.offset, self.expected)
    }
}

impl core::error::Error for TextError {}

/// Kinds of [`TextError`]. [`code`](Self::code) is stable, the English text is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// No text but white space.
    Empty,
    /// A character on the board that is no piece of the variant.
    UnknownPiece,
    /// `+` before a piece that has no promoted form.
    CannotPromote,
    /// A count of empty squares that is not a digit from 1 to the number of files.
    BadEmptyCount,
    /// A rank with too many squares.
    RankTooLong,
    /// A rank with too few squares.
    RankTooShort,
    /// More ranks than the board has.
    TooManyRanks,
    /// Fewer ranks than the board has.
    TooFewRanks,
    /// The text ends before a required field.
    MissingField,
    /// The side to move is neither `b` nor `w`.
    BadSide,
    /// A character in the hands that is no piece of the variant, or a count without a piece.
    BadHand,
    /// A promoted piece in hand.
    PromotedInHand,
    /// A king in hand, which no variant has.
    KingInHand,
    /// A count of pieces in hand above 255.
    HandTooLarge,
    /// `[` without `]`.
    UnclosedHand,
    /// Castling rights that are not letters from `KQkq`, each once.
    BadCastling,
    /// Not the name of a square of the board.
    BadSquare,
    /// A counter that is not a number or is out of range.
    BadNumber,
    /// Text after the end of the position or move.
    UnexpectedText,
    /// Not a move in USI or UCI.
    BadMove,
    /// A drop of a piece that can never be in hand.
    BadDrop,
}

impl TextErrorKind {
    /// All kinds.
    pub const ALL: [Self; 21] = [
        Self::Empty,
        Self::UnknownPiece,
        Self::CannotPromote,
        Self::BadEmptyCount,
        Self::RankTooLong,
        Self::RankTooShort,
        Self::TooManyRanks,
        Self::TooFewRanks,
        Self::MissingField,
        Self::BadSide,
        Self::BadHand,
        Self::PromotedInHand,
        Self::KingInHand,
        Self::HandTooLarge,
        Self::UnclosedHand,
        Self::BadCastling,
        Self::BadSquare,
        Self::BadNumber,
        Self::UnexpectedText,
        Self::BadMove,
        Self::BadDrop,
    ];

    /// Stable code for programs, in kebab case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.texts().0
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Empty => ("empty-text", "no text"),
            Self::UnknownPiece => ("unknown-piece", "unknown piece"),
            Self::CannotPromote => ("cannot-promote", "no promoted piece"),
            Self::BadEmptyCount => ("bad-empty-count", "bad count of empty squares"),
            Self::RankTooLong => ("rank-too-long", "too many squares in a rank"),
            Self::RankTooShort => ("rank-too-short", "too few squares in the rank"),
            Self::TooManyRanks => ("too-many-ranks", "too many ranks"),
            Self::TooFewRanks => ("too-few-ranks", "too few ranks"),
            Self::MissingField => ("missing-field", "the text ends"),
            Self::BadSide => ("bad-side", "bad side to move"),
            Self::BadHand => ("bad-hand", "bad piece in hand"),
            Self::PromotedInHand => ("promoted-in-hand", "promoted piece in hand"),
            Self::KingInHand => ("king-in-hand", "king in hand"),
            Self::HandTooLarge => ("hand-too-large", "too many pieces in hand"),
            Self::UnclosedHand => ("unclosed-hand", "hand without an end"),
            Self::BadCastling => ("bad-castling", "bad castling rights"),
            Self::BadSquare => ("bad-square", "no such square"),
            Self::BadNumber => ("bad-number", "bad number"),
            Self::UnexpectedText => ("unexpected-text", "unexpected text"),
            Self::BadMove => ("bad-move", "not a move"),
            Self::BadDrop => ("bad-drop", "no piece to drop"),
        }
    }
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

/// Error of [`AnyPosition::parse`](crate::AnyPosition::parse): the text can't be read, or the setup is
/// invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// The text can't be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The setup breaks the rules. The message names the squares.
    #[error("{}", setup_message(.0))]
    Setup(SetupErrors),
}

impl PositionTextError {
    /// Stable code for programs, in kebab case: of the text error or of the first problem of the
    /// setup.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(error) => error.kind.code(),
            Self::Setup(errors) => errors.problems.first().map_or("bad-position", |p| p.code()),
        }
    }
}

fn setup_message(errors: &SetupErrors) -> String {
    let variant = errors.variant;
    let mut message = String::new();
    for problem in &errors.problems {
        if !message.is_empty() {
            message.push_str("; ");
        }
        let one = SetupErrors {
            variant,
            problems: vec![problem.clone()],
        };
        message.push_str(&format!("{one}"));
        for (index, square) in problem.squares().into_iter().enumerate() {
            message.push_str(if index == 0 { " (" } else { " " });
            message.push_str(&format!("{}", square.display(variant)));
        }
        if !problem.squares().is_empty() {
            message.push(')');
        }
    }
    message
}
