//! Names of squares: USI counts files from the first player's right and ranks from the top, UCI
//! (and chess) counts both from the first player's left corner. Both exist for all four games.

use alloc::string::String;

use komadai_rules::{GameId, Square};

use crate::cursor::Cursor;
use crate::error::{TextError, TextErrorKind};

/// The two ways to name a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `7g`: file digit, rank letter.
    Usi,
    /// `c3`: file letter, rank digit.
    Fairy,
}

impl Spelling {
    /// The spelling of a game's canonical text.
    pub(crate) const fn of(game: GameId) -> Self {
        match game {
            GameId::Shogun => Self::Fairy,
            GameId::Shogi | GameId::Minishogi | GameId::Torishogi => Self::Usi,
        }
    }

    /// The names of the two corners between which all others lie: `1a` and `9i`, `a1` and `h8`.
    fn corners(self, game: GameId) -> [String; 2] {
        let left = Square::new(0);
        let corners = match self {
            Self::Usi => [left.turned(game), left],
            Self::Fairy => [left, left.turned(game)],
        };
        corners.map(|square| self.name(game, square))
    }

    pub(crate) fn name(self, game: GameId, square: Square) -> String {
        let (file, rank) = (square.file(game), square.rank(game));
        let [first, second] = match self {
            Self::Usi => [
                b'0' + (game.files() - file),
                b'a' + (game.ranks() - 1 - rank),
            ],
            Self::Fairy => [b'a' + file, b'1' + rank],
        };
        [char::from(first), char::from(second)]
            .into_iter()
            .collect()
    }
}

/// A square in USI's spelling, in any game: `7g`.
///
/// ```
/// use komadai_notation::usi_square;
/// use komadai_rules::{GameId, Square};
/// assert_eq!(usi_square(GameId::Shogun, Square::new(0)), "8h");
/// ```
#[must_use]
pub fn usi_square(game: GameId, square: Square) -> String {
    Spelling::Usi.name(game, square)
}

/// A square in UCI's spelling, in any game: `c3`.
///
/// ```
/// use komadai_notation::fairy_square;
/// use komadai_rules::{GameId, Square};
/// assert_eq!(fairy_square(GameId::Shogi, Square::new(0)), "a1");
/// ```
#[must_use]
pub fn fairy_square(game: GameId, square: Square) -> String {
    Spelling::Fairy.name(game, square)
}

/// A square in the game's own spelling: USI in the shogi family, UCI in Shogun.
#[must_use]
pub fn square_name(game: GameId, square: Square) -> String {
    Spelling::of(game).name(game, square)
}

/// Reads a square in either spelling.
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

/// The error for a text that names no square.
pub(crate) fn bad_square(game: GameId, text: &str, offset: usize) -> TextError {
    let own = Spelling::of(game);
    let [first, last] = own.corners(game);
    let expected = alloc::format!("a square from {first} to {last}");
    TextError::new(TextErrorKind::BadSquare, text, offset, expected)
}

/// Reads two characters that name a square; the cursor moves only if they do.
pub(crate) fn read_square(game: GameId, cursor: &mut Cursor<'_>) -> Option<(Square, Spelling)> {
    let mut ahead = cursor.clone();
    let (first, second) = (ahead.next()?, ahead.next()?);
    let (files, ranks) = (game.files(), game.ranks());
    let (file, rank, spelling) = if let Some(file) = place(first, '1', files) {
        let rank = place(second, 'a', ranks)?;
        (files - 1 - file, ranks - 1 - rank, Spelling::Usi)
    } else {
        (
            place(first, 'a', files)?,
            place(second, '1', ranks)?,
            Spelling::Fairy,
        )
    };
    let square = Square::from_coords(game, file, rank)?;
    *cursor = ahead;
    Some((square, spelling))
}

/// How far a character is behind `first`, if that is below `limit`.
fn place(character: char, first: char, limit: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&place| place < limit)
}
