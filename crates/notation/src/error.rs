//! What can be wrong with a text.

use alloc::string::String;
use alloc::{format, vec};
use core::fmt;

use komadai_rules::SetupErrors;

use crate::square::square_name;

/// At most so many characters of the offending text are kept: a message stays one readable line.
const MAX_TEXT: usize = 32;

/// A text that can't be read: what is wrong, where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong.
    pub kind: TextErrorKind,
    /// The offending text as typed, shortened when it is long; empty where something is missing.
    pub text: String,
    /// Where the offending text begins, in bytes from the start of the input.
    pub offset: usize,
    /// What would be right in that place, in English.
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

/// The kinds of [`TextError`]. [`code`](Self::code) is stable; the English text may improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextErrorKind {
    /// Nothing but spaces.
    Empty,
    /// A character on the board that is no man of this game.
    UnknownPiece,
    /// `+` before a man that has no promoted form, or before none at all.
    CannotPromote,
    /// A count of empty squares that is no digit from 1 up.
    BadEmptyCount,
    /// A rank with too many squares.
    RankTooLong,
    /// A rank with too few squares.
    RankTooShort,
    /// More ranks than the board has.
    TooManyRanks,
    /// Fewer ranks than the board has.
    TooFewRanks,
    /// The text ends where a field must follow.
    MissingField,
    /// The side to move is neither of the two letters.
    BadSide,
    /// A character in the hands that is no man of this game, or a count that belongs to nothing.
    BadHand,
    /// A promoted man in hand.
    PromotedInHand,
    /// A king in hand.
    KingInHand,
    /// More men of a kind in hand than can be counted.
    HandTooLarge,
    /// `[` without `]`.
    UnclosedHand,
    /// Castling rights that aren't made of the letters `KQkq`.
    BadCastling,
    /// Something that names no square of the board.
    BadSquare,
    /// A counter that is no number or out of range.
    BadNumber,
    /// More text than the notation has fields.
    UnexpectedText,
    /// A move in neither spelling.
    BadMove,
    /// A drop of something that is never in hand.
    BadDrop,
}

impl TextErrorKind {
    /// Every kind.
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

    /// A stable code for programs, in kebab case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.texts().0
    }

    /// The code and the English words.
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

/// Why a text gave no position: it can't be read, or what it says is no position of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// The text can't be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text was read, but no such position can arise. The message names the squares too.
    #[error("{}", setup_message(.0))]
    Setup(SetupErrors),
}

impl PositionTextError {
    /// A stable code for programs, in kebab case: of the text's fault or of the first problem.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text(error) => error.kind.code(),
            Self::Setup(errors) => errors.problems.first().map_or("bad-position", |p| p.code()),
        }
    }
}

/// All problems of a setup, each with the squares that show it.
fn setup_message(errors: &SetupErrors) -> String {
    let game = errors.game;
    let mut message = String::new();
    for problem in &errors.problems {
        if !message.is_empty() {
            message.push_str("; ");
        }
        let one = SetupErrors {
            game,
            problems: vec![problem.clone()],
        };
        message.push_str(&format!("{one}"));
        for (index, square) in problem.squares().into_iter().enumerate() {
            message.push_str(if index == 0 { " (" } else { " " });
            message.push_str(&square_name(game, square));
        }
        if !problem.squares().is_empty() {
            message.push(')');
        }
    }
    message
}
