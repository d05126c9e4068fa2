//! Names of squares. USI counts files from the first player's right and ranks from the top, UCI
//! counts both from the first player's left corner.

use alloc::string::String;

use komadai_rules::{Square, TextStyle, VariantId};

use crate::cursor::Cursor;
use crate::error::{TextError, TextErrorKind};

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
    fn corners(self, variant: VariantId) -> [String; 2] {
        let left = Square::new(0);
        let corners = match self {
            Self::Usi => [left.rotate_180(variant), left],
            Self::Uci => [left, left.rotate_180(variant)],
        };
        corners.map(|square| self.name(variant, square))
    }

    pub(crate) fn name(self, variant: VariantId, square: Square) -> String {
        let (file, rank) = (square.file(variant), square.rank(variant));
        let [first, second] = match self {
            Self::Usi => [
                b'0' + (variant.files() - file),
                b'a' + (variant.ranks() - 1 - rank),
            ],
            Self::Uci => [b'a' + file, b'1' + rank],
        };
        [char::from(first), char::from(second)]
            .into_iter()
            .collect()
    }
}

/// A square in USI, for any variant: file from the first player's right as a digit, rank from the
/// top as a letter.
#[must_use]
pub fn usi_square(variant: VariantId, square: Square) -> String {
    Spelling::Usi.name(variant, square)
}

/// A square in UCI, for any variant: file from the first player's left as a letter, rank from the
/// bottom as a digit.
#[must_use]
pub fn uci_square(variant: VariantId, square: Square) -> String {
    Spelling::Uci.name(variant, square)
}

/// A square in the variant's own spelling: [USI](usi_square) in the shogi family, [UCI](uci_square)
/// in Shogun.
///
/// ```
/// use komadai_notation::square_name;
/// use komadai_rules::{VariantId, Square};
/// assert_eq!(square_name(VariantId::Shogi, Square::new(0)), "9i");
/// assert_eq!(square_name(VariantId::Shogun, Square::new(0)), "a1");
/// ```
#[must_use]
pub fn square_name(variant: VariantId, square: Square) -> String {
    Spelling::of(variant).name(variant, square)
}

/// File, then rank from the top, both as digits: `76`.
pub(crate) fn numeric_square(variant: VariantId, square: Square, from_left: bool) -> String {
    let file = match from_left {
        true => square.file(variant) + 1,
        false => variant.files() - square.file(variant),
    };
    let rank = variant.ranks() - square.rank(variant);
    [file, rank].map(|n| char::from(b'0' + n)).iter().collect()
}

/// Parses a square in either spelling, for any variant.
///
/// # Errors
/// [`TextErrorKind::BadSquare`], also for text after the square.
pub fn parse_square(variant: VariantId, text: &str) -> Result<Square, TextError> {
    let mut cursor = Cursor::new(text);
    match read_square(variant, &mut cursor) {
        Some((square, _)) if cursor.rest().is_empty() => Ok(square),
        _ => Err(bad_square(variant, text, 0)),
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
pub(crate) fn index_from(character: char, first: char, limit: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&index| index < limit)
}
