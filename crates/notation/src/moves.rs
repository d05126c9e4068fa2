//! Moves as programs write them: USI `7g7f`, `8h2b+`, `P*5e`; UCI `c3c4`, `b2h8+`, `P@e5`.

use alloc::format;
use alloc::string::String;

use komadai_rules::{GameId, Kind, Move};

use crate::cursor::Cursor;
use crate::error::{TextError, TextErrorKind};
use crate::letters;
use crate::square::{Spelling, bad_square, read_square};

/// What stands for "no move" where a text is needed all the same.
const NO_MOVE: &str = "0000";

/// A move in the game's own spelling: USI in the shogi family, UCI in Shogun.
#[must_use]
pub fn move_text(game: GameId, mv: Move) -> String {
    write(game, mv, Spelling::of(game))
}

/// A move in USI's spelling, in any game: `7g7f`, `P*5e`.
#[must_use]
pub fn usi_move(game: GameId, mv: Move) -> String {
    write(game, mv, Spelling::Usi)
}

/// A move in UCI's spelling as Fairy-Stockfish writes it, in any game: `c3c4`, `P@e5`.
#[must_use]
pub fn fairy_move(game: GameId, mv: Move) -> String {
    write(game, mv, Spelling::Fairy)
}

fn write(game: GameId, mv: Move, spelling: Spelling) -> String {
    let mut text = String::new();
    if let Some(kind) = mv.dropped() {
        text.push(letters::letter(game, kind).0);
        text.push(match spelling {
            Spelling::Usi => '*',
            Spelling::Fairy => '@',
        });
    } else if let Some(from) = mv.from() {
        text.push_str(&spelling.name(game, from));
    } else {
        return NO_MOVE.into();
    }
    text.push_str(&spelling.name(game, mv.to()));
    if mv.is_promotion() {
        text.push('+');
    }
    text
}

/// Reads a move in USI's or UCI's spelling, whichever it is, in any game.
///
/// Castling is the king's own two-square move. The move need not be possible anywhere: a drop of a
/// promoted man is read too, so that the rules can say why it is refused.
///
/// # Errors
/// Names the part that can't be read.
pub fn parse_move(game: GameId, text: &str) -> Result<Move, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_spaces();
    if cursor.rest().is_empty() {
        let expected = examples(game);
        return Err(TextError::new(
            TextErrorKind::Empty,
            "",
            cursor.offset(),
            expected,
        ));
    }
    let mv = if is_drop(cursor.rest()) {
        read_drop(game, &mut cursor)?
    } else {
        read_board_move(game, &mut cursor)?
    };
    let end = cursor.offset();
    match cursor.word() {
        ("", _) => Ok(mv),
        (word, offset) => {
            let expected = if offset == end && !mv.is_promotion() {
                "\"+\" or the end of the move"
            } else {
                "the end of the move"
            };
            Err(TextError::new(
                TextErrorKind::UnexpectedText,
                word,
                offset,
                expected,
            ))
        }
    }
}

fn examples(game: GameId) -> String {
    match Spelling::of(game) {
        Spelling::Usi => "a move such as 5d5c, 5d5c+ or P*5e".into(),
        Spelling::Fairy => "a move such as e2e4, c5c6+ or P@d4".into(),
    }
}

/// Whether `*` or `@` comes where a drop has it: behind a piece, with or without `+` before it.
fn is_drop(text: &str) -> bool {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    unsigned
        .chars()
        .nth(1)
        .is_some_and(|c| matches!(c, '*' | '@'))
}

fn read_drop(game: GameId, cursor: &mut Cursor<'_>) -> Result<Move, TextError> {
    let start = cursor.offset();
    let mut promoted = cursor.eat('+');
    let kind = match cursor.next().and_then(|letter| drop_kind(game, letter)) {
        Some((kind, alias)) => {
            promoted |= alias;
            kind
        }
        None => {
            let letters = letters::letters_for_people(game, false);
            let expected = format!("one of {letters}");
            let piece = cursor.since(start);
            return Err(TextError::new(
                TextErrorKind::BadDrop,
                piece,
                start,
                expected,
            ));
        }
    };
    cursor.next(); // `*` or `@`, seen before
    let square = cursor.offset();
    let Some((to, _)) = read_square(game, cursor) else {
        return Err(bad_square(game, two(cursor.rest()), square));
    };
    promoted |= cursor.eat('+');
    Ok(if promoted {
        Move::drop_promoted(kind, to)
    } else {
        Move::drop(kind, to)
    })
}

/// The man a letter drops, and whether the letter is that of its promoted form.
fn drop_kind(game: GameId, letter: char) -> Option<(Kind, bool)> {
    let (kind, alias) = match letters::base_kind(game, letter) {
        Some(kind) => (kind, false),
        None => (letters::alias_base(game, letter)?, true),
    };
    letters::can_be_in_hand(game, kind).then_some((kind, alias))
}

fn read_board_move(game: GameId, cursor: &mut Cursor<'_>) -> Result<Move, TextError> {
    let start = cursor.offset();
    let Some((from, spelling)) = read_square(game, cursor) else {
        let word = cursor.word().0;
        return Err(TextError::new(
            TextErrorKind::BadMove,
            word,
            start,
            examples(game),
        ));
    };
    let second = cursor.offset();
    let Some((to, same)) = read_square(game, cursor) else {
        return Err(bad_square(game, two(cursor.rest()), second));
    };
    if same != spelling {
        let expected = match spelling {
            Spelling::Usi => "a square written as the first one, digit before letter",
            Spelling::Fairy => "a square written as the first one, letter before digit",
        };
        let text = cursor.since(second);
        return Err(TextError::new(
            TextErrorKind::BadSquare,
            text,
            second,
            expected,
        ));
    }
    let promotion = cursor.eat('+');
    Ok(Move::board(from, to, promotion))
}

/// The first two characters: as much as a square has.
fn two(text: &str) -> &str {
    let end = text.char_indices().nth(2).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
