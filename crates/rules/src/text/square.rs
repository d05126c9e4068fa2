//! Names of squares. USI counts files from the first player's right and ranks from the top, UCI
//! counts both from the first player's left corner.

use core::fmt;

use crate::spec::variant_spec::TextStyle;
use crate::text::cursor::Cursor;
use crate::text::error::{TextError, TextErrorKind};
use crate::text::short_text::ShortText;
use crate::types::square::Square;
use crate::variants::VariantId;

/// Spelling of squares, and with them of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `7g`: file digit, rank letter.
    Usi,
    /// `c3`: file letter, rank digit.
    Uci,
}

impl Spelling {
    /// The spelling of the variant's canonical text.
    pub(crate) const fn of(variant: VariantId) -> Self {
        match variant.spec().text_style {
            TextStyle::Chess => Self::Uci,
            TextStyle::Shogi => Self::Usi,
        }
    }

    /// The first and the last name of a square: `1a` and `9i`, `a1` and `h8`.
    fn corners(self, variant: VariantId) -> [ShortText; 2] {
        let left = Square::new(0);
        let corners = match self {
            Self::Usi => [left.rotate_180(variant), left],
            Self::Uci => [left, left.rotate_180(variant)],
        };
        corners.map(|square| self.name(variant, square))
    }

    pub(crate) fn name(self, variant: VariantId, square: Square) -> ShortText {
        let mut text = ShortText::EMPTY;
        self.push(&mut text, variant, square);
        text
    }

    pub(crate) fn push(self, text: &mut ShortText, variant: VariantId, square: Square) {
        let (file, rank) = (square.file(variant), square.rank(variant));
        for byte in match self {
            Self::Usi => [
                b'0' + (variant.files() - file),
                b'a' + (variant.ranks() - 1 - rank),
            ],
            Self::Uci => [b'a' + file, b'1' + rank],
        } {
            text.push(char::from(byte));
        }
    }
}

impl Square {
    /// The square's name in the variant's own spelling: [USI](Square::usi) in the shogi family,
    /// [UCI](Square::uci) in Shogun.
    ///
    /// ```
    /// use komadai_rules::{Square, VariantId};
    /// let corner = Square::new(0);
    /// assert_eq!(corner.display(VariantId::Shogi).to_string(), "9i");
    /// assert_eq!(corner.display(VariantId::Shogun).to_string(), "a1");
    /// ```
    #[must_use]
    pub fn display(self, variant: VariantId) -> impl fmt::Display {
        Spelling::of(variant).name(variant, self)
    }

    /// The square's name in USI, in any variant: file from the first player's right as a digit, rank
    /// from the top as a letter.
    #[must_use]
    pub fn usi(self, variant: VariantId) -> impl fmt::Display {
        Spelling::Usi.name(variant, self)
    }

    /// The square's name in UCI, in any variant: file from the first player's left as a letter, rank
    /// from the bottom as a digit.
    #[must_use]
    pub fn uci(self, variant: VariantId) -> impl fmt::Display {
        Spelling::Uci.name(variant, self)
    }

    /// Parses a name in either spelling, in any variant.
    ///
    /// # Errors
    /// [`TextErrorKind::BadSquare`], also for text after the square.
    ///
    /// ```
    /// use komadai_rules::{Square, VariantId};
    /// let shogi = VariantId::Shogi;
    /// assert_eq!(Square::parse(shogi, "7g"), Square::parse(shogi, "c3"));
    /// let error = Square::parse(shogi, "7x").unwrap_err();
    /// assert_eq!(error.to_string(), "no such square \"7x\" at byte 0: expected a square from 1a to 9i");
    /// ```
    pub fn parse(variant: VariantId, text: &str) -> Result<Square, TextError> {
        let mut cursor = Cursor::new(text);
        match read_square(variant, &mut cursor) {
            Some((square, _)) if cursor.rest().is_empty() => Ok(square),
            _ => Err(bad_square(variant, text, 0)),
        }
    }
}

pub(crate) fn bad_square(variant: VariantId, text: &str, offset: usize) -> TextError {
    let own = Spelling::of(variant);
    let [first, last] = own.corners(variant);
    let expected = alloc::format!("a square from {first} to {last}");
    TextError::new(TextErrorKind::BadSquare, text, offset, expected)
}

/// Reads the name of a square; the cursor moves only if there is one.
pub(crate) fn read_square(
    variant: VariantId,
    cursor: &mut Cursor<'_>,
) -> Option<(Square, Spelling)> {
    let mut ahead = cursor.clone();
    let (first, second) = (ahead.next()?, ahead.next()?);
    let (files, ranks) = (variant.files(), variant.ranks());
    let (file, rank, spelling) = if let Some(file) = index_from(first, '1', files) {
        let rank = index_from(second, 'a', ranks)?;
        (files - 1 - file, ranks - 1 - rank, Spelling::Usi)
    } else {
        (
            index_from(first, 'a', files)?,
            index_from(second, '1', ranks)?,
            Spelling::Uci,
        )
    };
    let square = Square::from_coords(variant, file, rank)?;
    *cursor = ahead;
    Some((square, spelling))
}

/// The distance of a character from `first`, if below `limit`.
fn index_from(character: char, first: char, limit: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&index| index < limit)
}
