//! Names of squares, in both spellings for every game: USI counts files from the first player's right
//! and ranks from the top, UCI counts both from the first player's left corner.

use alloc::string::String;

use komadai_rules::{GameId, Square, TextStyle};

use crate::cursor::Cursor;
use crate::error::{TextError, TextErrorKind};

/// How squares are named, and with them moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `7g`: file digit, rank letter.
    Usi,
    /// `c3`: file letter, rank digit.
    Uci,
}

impl Spelling {
    /// The spelling of a game's canonical text.
    pub(crate) const fn of(game: GameId) -> Self {
        match game.spec().text_style {
            TextStyle::Chess => Self::Uci,
            TextStyle::Shogi => Self::Usi,
        }
    }

    /// The first and the last name of a square: `1a` and `9i`, `a1` and `h8`.
    fn corners(self, game: GameId) -> [String; 2] {
        let left = Square::new(0);
        let corners = match self {
            Self::Usi => [left.rotate_180(game), left],
            Self::Uci => [left, left.rotate_180(game)],
        };
        corners.map(|square| self.name(game, square))
    }

    /// The name of a square.
    pub(crate) fn name(self, game: GameId, square: Square) -> String {
        let (file, rank) = (square.file(game), square.rank(game));
        let [first, second] = match self {
            Self::Usi => [
                b'0' + (game.files() - file),
                b'a' + (game.ranks() - 1 - rank),
            ],
            Self::Uci => [b'a' + file, b'1' + rank],
        };
        [char::from(first), char::from(second)]
            .into_iter()
            .collect()
    }
}

/// A square as USI names it, in any game: file from the first player's right as a digit, rank from
/// the top as a letter.
///
/// ```
/// use komadai_notation::usi_square;
/// use komadai_rules::{GameId, Square};
/// assert_eq!(usi_square(GameId::Shogi, Square::new(0)), "9i");
/// assert_eq!(usi_square(GameId::Shogun, Square::new(0)), "8h");
/// ```
#[must_use]
pub fn usi_square(game: GameId, square: Square) -> String {
    Spelling::Usi.name(game, square)
}

/// A square as UCI names it, in any game: file from the first player's left as a letter, rank from
/// the bottom as a digit.
///
/// ```
/// use komadai_notation::uci_square;
/// use komadai_rules::{GameId, Square};
/// assert_eq!(uci_square(GameId::Shogi, Square::new(0)), "a1");
/// ```
#[must_use]
pub fn uci_square(game: GameId, square: Square) -> String {
    Spelling::Uci.name(game, square)
}

/// A square in the game's own spelling: [USI](usi_square) in the shogi family, [UCI](uci_square) in
/// Shogun.
///
/// ```
/// use komadai_notation::square_name;
/// use komadai_rules::{GameId, Square};
/// assert_eq!(square_name(GameId::Shogi, Square::new(0)), "9i");
/// assert_eq!(square_name(GameId::Shogun, Square::new(0)), "a1");
/// ```
#[must_use]
pub fn square_name(game: GameId, square: Square) -> String {
    Spelling::of(game).name(game, square)
}

/// File, then rank from the top, both as digits: `76`.
pub(crate) fn numeric_square(game: GameId, square: Square, from_left: bool) -> String {
    let file = match from_left {
        true => square.file(game) + 1,
        false => game.files() - square.file(game),
    };
    let rank = game.ranks() - square.rank(game);
    [file, rank].map(|n| char::from(b'0' + n)).iter().collect()
}

/// Reads a square in either spelling, in any game.
///
/// # Errors
/// [`TextErrorKind::BadSquare`] for anything else, text after the square included.
///
/// ```
/// use komadai_notation::parse_square;
/// use komadai_rules::GameId;
/// let game = GameId::Shogi;
/// assert_eq!(parse_square(game, "7g"), parse_square(game, "c3"));
/// assert!(parse_square(game, "0a").is_err());
/// ```
pub fn parse_square(game: GameId, text: &str) -> Result<Square, TextError> {
    let mut cursor = Cursor::new(text);
    match read_square(game, &mut cursor) {
        Some((square, _)) if cursor.rest().is_empty() => Ok(square),
        _ => Err(bad_square(game, text, 0)),
    }
}

/// The error for a text that is no square.
pub(crate) fn bad_square(game: GameId, text: &str, offset: usize) -> TextError {
    let own = Spelling::of(game);
    let [first, last] = own.corners(game);
    let expected = alloc::format!("a square from {first} to {last}");
    TextError::new(TextErrorKind::BadSquare, text, offset, expected)
}

/// Reads the name of a square; the cursor moves only if there is one.
pub(crate) fn read_square(game: GameId, cursor: &mut Cursor<'_>) -> Option<(Square, Spelling)> {
    let mut ahead = cursor.clone();
    let (first, second) = (ahead.next()?, ahead.next()?);
    let (files, ranks) = (game.files(), game.ranks());
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
    let square = Square::from_coords(game, file, rank)?;
    *cursor = ahead;
    Some((square, spelling))
}

/// The distance of a character from `first`, if that is below `limit`.
pub(crate) fn index_from(character: char, first: char, limit: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&index| index < limit)
}
