//! Positions as text: SFEN, Fairy-Stockfish's FEN, and Shogun's FEN.
//!
//! A hand in brackets marks Fairy-Stockfish's FEN, where the first player is `w`; without brackets
//! it is SFEN, where the first player is `b`. Shogun has no SFEN: its FEN may leave the brackets of
//! empty hands out.

use alloc::format;
use alloc::string::String;
use core::str::FromStr;

use komadai_rules::{AnyPosition, GameId, Setup, SetupRules, Side};

use crate::castling;
use crate::cursor::Cursor;
use crate::error::{PositionTextError, TextError, TextErrorKind};
use crate::square::{bad_square, fairy_square, parse_square};
use crate::{board, hands};

/// Reads a text as a position of `game` and checks that there can be such a position.
///
/// # Errors
/// [`PositionTextError::Text`] where the text can't be read, [`PositionTextError::Setup`] where
/// what it says breaks the rules.
pub fn parse_position(
    game: GameId,
    text: &str,
    rules: SetupRules,
) -> Result<AnyPosition, PositionTextError> {
    let setup = parse_setup(game, text)?;
    AnyPosition::from_setup(&setup, rules).map_err(PositionTextError::Setup)
}

/// Reads a text without asking whether such a position can arise.
///
/// Understands `startpos`, SFEN (also behind the word `sfen`), Fairy-Stockfish's FEN (also behind
/// `fen`) and Shogun's FEN with or without the brackets of empty hands. Hands may be in any order
/// and repeat a letter; counters at the end may be missing; spaces may be many.
///
/// # Errors
/// Names the offending text, its place and what would be right.
pub fn parse_setup(game: GameId, text: &str) -> Result<Setup, TextError> {
    let mut cursor = Cursor::new(text);
    let mut ahead = cursor.clone();
    match ahead.word().0 {
        "" => {
            let expected = "a position, or \"startpos\"";
            return Err(TextError::new(TextErrorKind::Empty, "", 0, expected));
        }
        "startpos" => {
            expect_end(&mut ahead)?;
            return Ok(Setup::start(game));
        }
        "sfen" | "fen" => cursor = ahead,
        _ => {}
    }
    let mut setup = Setup::empty(game);
    cursor.skip_spaces();
    board::read(&mut setup, &mut cursor)?;

    let mut ahead = cursor.clone();
    ahead.skip_spaces();
    let bracket = ahead.peek() == Some('[');
    if bracket {
        cursor = ahead;
        hands::read_brackets(&mut setup, &mut cursor)?;
    }
    let fairy = bracket || game == GameId::Shogun;
    setup.side = read_side(&mut cursor, fairy)?;
    if game == GameId::Shogun {
        read_castling(&mut setup, &mut cursor)?;
        read_en_passant(&mut setup, &mut cursor)?;
        setup.halfmove_clock = read_number(&mut cursor)?.unwrap_or(0);
        setup.move_number = read_number(&mut cursor)?.unwrap_or(1).max(1);
    } else if fairy {
        read_fairy_fields(&mut setup, &mut cursor)?;
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

fn read_side(cursor: &mut Cursor<'_>, fairy: bool) -> Result<Side, TextError> {
    let (word, offset) = cursor.word();
    match (word, fairy) {
        ("b", false) | ("w", true) => Ok(Side::First),
        ("w", false) | ("b", true) => Ok(Side::Second),
        _ => {
            let kind = match word {
                "" => TextErrorKind::MissingField,
                _ => TextErrorKind::BadSide,
            };
            let expected = if fairy {
                "the side to move, \"w\" for the first player or \"b\" for the second"
            } else {
                "the side to move, \"b\" for the first player or \"w\" for the second"
            };
            Err(TextError::new(kind, word, offset, expected))
        }
    }
}

fn read_castling(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let (word, offset) = cursor.word();
    let kind = match word {
        "" => TextErrorKind::MissingField,
        _ => TextErrorKind::BadCastling,
    };
    setup.castling = castling::parse(word).map_err(|wrong| {
        let expected = "castling rights out of \"KQkq\", each once, or \"-\"";
        let text = word.get(wrong..).unwrap_or_default();
        TextError::new(kind, text, offset + wrong, expected)
    })?;
    Ok(())
}

fn read_en_passant(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
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
            let square = parse_square(setup.game, word)
                .ok()
                .filter(|&square| fairy_square(setup.game, square) == word);
            setup.en_passant = Some(square.ok_or_else(|| bad_square(setup.game, word, offset))?);
        }
    }
    Ok(())
}

/// Reads what Fairy-Stockfish writes behind the side in the shogi family: `- - 0 1`, where castling
/// and en passant are never anything, or `0 1`, which it also reads.
fn read_fairy_fields(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
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
                let expected = "\"-\": neither castling nor en passant in this game";
                return Err(TextError::new(kind, word, offset, expected));
            }
        }
    }
    // The shogi family has no rule that needs the first counter.
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

/// The canonical text of a position: SFEN in the shogi family, FEN with `[hands]` in Shogun.
#[must_use]
pub fn position_text(position: &AnyPosition) -> String {
    setup_text(&position.to_setup())
}

/// The canonical text of a setup, possible or not; see [`position_text`].
#[must_use]
pub fn setup_text(setup: &Setup) -> String {
    if setup.game == GameId::Shogun {
        return setup_fen(setup);
    }
    let mut text = board_text(setup);
    text.push_str(match setup.side {
        Side::First => " b ",
        Side::Second => " w ",
    });
    hands::write_field(setup, &mut text);
    append(&mut text, setup.move_number);
    text
}

/// The board alone, the first field of SFEN and FEN.
#[must_use]
pub fn board_text(setup: &Setup) -> String {
    let mut text = String::new();
    board::write(setup, &mut text);
    text
}

/// A position as Fairy-Stockfish writes it: hands in brackets, the first player is `w`.
#[must_use]
pub fn fairy_fen(position: &AnyPosition) -> String {
    setup_fen(&position.to_setup())
}

fn setup_fen(setup: &Setup) -> String {
    let mut text = board_text(setup);
    hands::write_brackets(setup, &mut text);
    text.push_str(match setup.side {
        Side::First => " w ",
        Side::Second => " b ",
    });
    castling::write(setup.castling, &mut text);
    text.push(' ');
    match setup.en_passant {
        Some(square) => text.push_str(&fairy_square(setup.game, square)),
        None => text.push('-'),
    }
    append(&mut text, u32::from(setup.halfmove_clock));
    append(
        &mut text,
        match setup.game {
            GameId::Shogun => setup.move_number,
            // SFEN counts plies, FEN pairs of them.
            GameId::Shogi | GameId::Minishogi | GameId::Torishogi => {
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
