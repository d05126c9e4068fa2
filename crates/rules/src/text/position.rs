//! Positions as text: SFEN, and FEN with hands in brackets as written by Fairy-Stockfish.
//!
//! SFEN is specified in "The Universal Shogi Interface" (Tord Romstad, 2007), FEN in the PGN
//! standard (Steven J. Edwards, 1994), section 16.1. A hand in brackets marks FEN, where the first
//! player is `w`; without brackets a text is SFEN, where the first player is `b`. Shogun Chess has
//! no SFEN: its FEN may omit the brackets of empty hands.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::position::Position;
use crate::position::setup::{Setup, SetupRules};
use crate::spec::variant::Variant;
use crate::spec::variant_spec::TextStyle;
use crate::text::castling;
use crate::text::cursor::Cursor;
use crate::text::error::{PositionTextError, TextError, TextErrorKind};
use crate::text::square::bad_square;
use crate::text::{board, hands};
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;
use crate::variants::any::AnyPosition;

impl Setup {
    /// Parses a position without validating it.
    ///
    /// Reads `startpos`, SFEN (also after the keyword `sfen`) and FEN with hands in brackets (also
    /// after `fen`); in Shogun Chess, FEN with or without the brackets of empty hands. Hands may be
    /// in any order and repeat a letter, counters at the end may be missing, counters may follow the
    /// side to move (no castling, no en passant), and fields may be separated by several spaces.
    ///
    /// # Errors
    /// A [`TextError`] with the offending text, its offset and the expected text.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, Setup, SetupRules, Side, VariantId};
    /// let setup = Setup::parse(VariantId::Minishogi, "4k/5/5/5/5 w 2P 7").unwrap();
    /// assert_eq!((setup.side, setup.hands[0][0], setup.move_number), (Side::Second, 2, 7));
    /// // It was read, not judged: a king is missing.
    /// assert!(AnyPosition::from_setup(&setup, SetupRules::Play).is_err());
    /// ```
    pub fn parse(variant: VariantId, text: &str) -> Result<Setup, TextError> {
        read(variant, text)
    }

    /// The board alone, the first field of SFEN and FEN: ranks from the top with `/` between them,
    /// digits for runs of empty squares.
    #[must_use]
    pub fn board_text(&self) -> String {
        let mut text = String::new();
        board::write(self, &mut text);
        text
    }

    /// FEN as written by Fairy-Stockfish, for any variant: hands in brackets; the first player is
    /// `w`.
    ///
    /// ```
    /// use komadai_rules::{Setup, VariantId};
    /// let start = Setup::start(VariantId::Minishogi).fairy_fen();
    /// assert_eq!(start, "rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
    /// ```
    #[must_use]
    pub fn fairy_fen(&self) -> String {
        fen(self)
    }
}

/// Canonical text: SFEN in the shogi family, FEN with `[hands]` in Shogun. Parsed again, it gives an
/// equal setup.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&canonical(self))
    }
}

impl AnyPosition {
    /// Parses and validates a position; see [`Setup::parse`] for the formats.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, SetupRules, VariantId};
    /// let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    /// let start = AnyPosition::parse(VariantId::Shogi, "startpos", SetupRules::Play)?;
    /// assert_eq!(start.to_string(), sfen);
    /// let error = AnyPosition::parse(VariantId::Shogi, "9/9/9", SetupRules::Play).unwrap_err();
    /// assert_eq!(error.code(), "too-few-ranks");
    /// # Ok::<(), komadai_rules::PositionTextError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionTextError::Text`] if the text can't be read, [`PositionTextError::Setup`] if the
    /// position breaks the rules.
    pub fn parse(
        variant: VariantId,
        text: &str,
        rules: SetupRules,
    ) -> Result<AnyPosition, PositionTextError> {
        let setup = read(variant, text)?;
        AnyPosition::from_setup(&setup, rules).map_err(PositionTextError::Setup)
    }

    /// See [`Setup::fairy_fen`].
    #[must_use]
    pub fn fairy_fen(&self) -> String {
        fen(&self.to_setup())
    }
}

/// Canonical text, see [`Setup`].
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl<V: Variant> Position<V> {
    /// Parses and validates a position; see [`Setup::parse`] for the formats.
    ///
    /// # Errors
    /// [`PositionTextError::Text`] if the text can't be read, [`PositionTextError::Setup`] if the
    /// position breaks the rules.
    pub fn parse(text: &str, rules: SetupRules) -> Result<Self, PositionTextError> {
        let setup = read(V::ID, text)?;
        Position::from_setup(&setup, rules).map_err(PositionTextError::Setup)
    }
}

/// Parses a position of a game, see [`Position::parse`].
///
/// ```
/// use komadai_rules::{Minishogi, Position};
/// let position: Position<Minishogi> = "4k/5/4P/5/K4 b G 1".parse()?;
/// assert_eq!(position.to_string(), "4k/5/4P/5/K4 b G 1");
/// # Ok::<(), komadai_rules::PositionTextError>(())
/// ```
impl<V: Variant> FromStr for Position<V> {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        Position::parse(text, SetupRules::Play)
    }
}

/// Canonical text, see [`Setup`].
impl<V: Variant> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

fn read(variant: VariantId, text: &str) -> Result<Setup, TextError> {
    let mut cursor = Cursor::new(text);
    let mut ahead = cursor.clone();
    match ahead.word().0 {
        "" => {
            let expected = "a position, or \"startpos\"";
            return Err(TextError::new(TextErrorKind::Empty, "", 0, expected));
        }
        "startpos" => {
            expect_end(&mut ahead)?;
            return Ok(Setup::start(variant));
        }
        "sfen" | "fen" => cursor = ahead,
        _ => {}
    }
    let mut setup = Setup::empty(variant);
    cursor.skip_spaces();
    board::read(&mut setup, &mut cursor)?;

    let mut ahead = cursor.clone();
    ahead.skip_spaces();
    let bracket = ahead.peek() == Some('[');
    if bracket {
        cursor = ahead;
        hands::read_brackets(&mut setup, &mut cursor)?;
    }
    let fen = bracket || variant.spec().text_style == TextStyle::Chess;
    setup.side = if fen {
        read_side(&mut cursor, FEN_SIDES)?
    } else {
        read_side(&mut cursor, SFEN_SIDES)?
    };
    if variant.spec().text_style == TextStyle::Chess {
        read_castling(&mut setup, &mut cursor)?;
        read_en_passant(&mut setup, &mut cursor)?;
        setup.halfmove_clock = read_number(&mut cursor)?.unwrap_or(0);
        setup.move_number = read_number(&mut cursor)?.unwrap_or(1).max(1);
    } else if fen {
        read_shogi_fen_fields(&mut setup, &mut cursor)?;
    } else {
        let (word, offset) = cursor.clone().word();
        if word.is_empty() {
            let expected = "the hands, \"-\" where they are empty";
            return Err(TextError::new(
                TextErrorKind::MissingField,
                "",
                offset,
                expected,
            ));
        }
        cursor.skip_spaces();
        hands::read_field(&mut setup, &mut cursor)?;
        setup.move_number = read_number(&mut cursor)?.unwrap_or(1).max(1);
    }
    expect_end(&mut cursor)?;
    Ok(setup)
}

/// Letters of the first and the second side.
type SideLetters = [&'static str; 2];
/// Sente, who moves first, is black.
const SFEN_SIDES: SideLetters = ["b", "w"];
/// White moves first.
const FEN_SIDES: SideLetters = ["w", "b"];

fn read_side(cursor: &mut Cursor<'_>, letters: SideLetters) -> Result<Side, TextError> {
    let (word, offset) = cursor.word();
    if let Some(side) = Side::BOTH
        .into_iter()
        .find(|side| letters[side.index()] == word)
    {
        return Ok(side);
    }
    let kind = match word {
        "" => TextErrorKind::MissingField,
        _ => TextErrorKind::BadSide,
    };
    let [first, second] = letters;
    let expected = format!(
        "the side to move, \"{first}\" for the first player or \"{second}\" for the second"
    );
    Err(TextError::new(kind, word, offset, expected))
}

/// `true` if a counter comes next: fields before it are left out.
fn counter_is_next(cursor: &Cursor<'_>) -> bool {
    let word = cursor.clone().word().0;
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_castling(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    if counter_is_next(cursor) {
        return Ok(());
    }
    let (word, offset) = cursor.word();
    let kind = match word {
        "" => TextErrorKind::MissingField,
        _ => TextErrorKind::BadCastling,
    };
    setup.castling = castling::parse(word).map_err(|wrong| {
        let expected = "castling rights from \"KQkq\", each once, or \"-\"";
        let text = word.get(wrong..).unwrap_or_default();
        TextError::new(kind, text, offset + wrong, expected)
    })?;
    Ok(())
}

fn read_en_passant(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    if counter_is_next(cursor) {
        return Ok(());
    }
    let (word, offset) = cursor.word();
    match word {
        "" => {
            let expected = "the en passant square, \"-\" for none";
            return Err(TextError::new(
                TextErrorKind::MissingField,
                "",
                offset,
                expected,
            ));
        }
        "-" => {}
        _ => {
            let square = Square::parse(setup.variant, word)
                .ok()
                .filter(|square| format!("{}", square.uci(setup.variant)) == word);
            setup.en_passant = Some(square.ok_or_else(|| bad_square(setup.variant, word, offset))?);
        }
    }
    Ok(())
}

/// Reads Fairy-Stockfish's fields after the side in the shogi family: `- - 0 1` with castling
/// rights and en passant square always empty, or `0 1`, which Fairy-Stockfish reads too.
fn read_shogi_fen_fields(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let starts_with_digit = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    let next = cursor.clone().word().0;
    if !next.is_empty() && !starts_with_digit(next) {
        for _ in 0..2 {
            let (word, offset) = cursor.word();
            if word != "-" {
                let kind = match word {
                    "" => TextErrorKind::MissingField,
                    _ => TextErrorKind::UnexpectedText,
                };
                let expected = "\"-\": this game has neither castling nor en passant";
                return Err(TextError::new(kind, word, offset, expected));
            }
        }
    }
    // No rule of the shogi family uses the half-move clock.
    let _halfmove_clock: Option<u16> = read_number(cursor)?;
    let full_move = read_number(cursor)?.unwrap_or(1u32).max(1);
    setup.move_number = full_move
        .saturating_mul(2)
        .saturating_sub(u32::from(setup.side == Side::First));
    Ok(())
}

/// Reads a counter, `None` at the end of the text.
fn read_number<N: FromStr>(cursor: &mut Cursor<'_>) -> Result<Option<N>, TextError> {
    let (word, offset) = cursor.word();
    if word.is_empty() {
        return Ok(None);
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|_| digits);
    number.map(Some).ok_or_else(|| {
        TextError::new(
            TextErrorKind::BadNumber,
            word,
            offset,
            "a whole number that isn't too large",
        )
    })
}

fn expect_end(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    match cursor.word() {
        ("", _) => Ok(()),
        (word, offset) => Err(TextError::new(
            TextErrorKind::UnexpectedText,
            word,
            offset,
            "the end of the position",
        )),
    }
}

fn canonical(setup: &Setup) -> String {
    if setup.variant.spec().text_style == TextStyle::Chess {
        return fen(setup);
    }
    let mut text = setup.board_text();
    write_side(&mut text, setup.side, SFEN_SIDES);
    hands::write_field(setup, &mut text);
    append(&mut text, setup.move_number);
    text
}

fn write_side(text: &mut String, side: Side, letters: SideLetters) {
    text.push(' ');
    text.push_str(letters[side.index()]);
    text.push(' ');
}

fn fen(setup: &Setup) -> String {
    let mut text = setup.board_text();
    hands::write_brackets(setup, &mut text);
    write_side(&mut text, setup.side, FEN_SIDES);
    castling::write(setup.castling, &mut text);
    text.push(' ');
    match setup.en_passant {
        Some(square) => text.push_str(&format!("{}", square.uci(setup.variant))),
        None => text.push('-'),
    }
    append(&mut text, u32::from(setup.halfmove_clock));
    append(
        &mut text,
        match setup.variant.spec().text_style {
            TextStyle::Chess => setup.move_number,
            // SFEN counts plies, FEN full moves.
            TextStyle::Shogi => {
                let second = u32::from(setup.side == Side::Second);
                setup.move_number.saturating_sub(1).saturating_sub(second) / 2 + 1
            }
        },
    );
    text
}

fn append(text: &mut String, number: u32) {
    text.push_str(&format!(" {number}"));
}
