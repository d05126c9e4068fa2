//! The board part of SFEN and FEN: ranks from the top, files from the left, digits for empty
//! squares, `+` before promoted pieces.

use alloc::format;
use alloc::string::String;

use crate::position::setup::Setup;
use crate::text::cursor::Cursor;
use crate::text::error::{TextError, TextErrorKind};
use crate::text::letters;
use crate::types::piece::Piece;
use crate::types::square::Square;
use crate::variants::VariantId;

/// Reads the board up to a space, a `[` or the end of the text.
pub(crate) fn read(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let variant = setup.variant;
    let (files, ranks) = (variant.files(), variant.ranks());
    let mut rank = ranks - 1;
    loop {
        read_rank(setup, cursor, rank)?;
        let slash = cursor.offset();
        if !cursor.eat('/') {
            break;
        }
        if rank == 0 {
            let expected = format!("{ranks} ranks of {files} squares");
            return Err(TextError::new(
                TextErrorKind::TooManyRanks,
                "/",
                slash,
                expected,
            ));
        }
        rank -= 1;
    }
    if rank > 0 {
        let expected = format!("\"/\" and the next rank, {ranks} in all, {rank} more");
        let text = cursor.peek_text();
        return Err(TextError::new(
            TextErrorKind::TooFewRanks,
            text,
            cursor.offset(),
            expected,
        ));
    }
    Ok(())
}

fn read_rank(setup: &mut Setup, cursor: &mut Cursor<'_>, rank: u8) -> Result<(), TextError> {
    let variant = setup.variant;
    let files = variant.files();
    let start = cursor.offset();
    let mut file = 0;
    while let Some(next) = cursor.peek() {
        if next == '/' || next == '[' || next.is_whitespace() {
            break;
        }
        let at = cursor.offset();
        let content = read_content(variant, cursor)?;
        let width = match content {
            Content::Empty(count) => count,
            Content::Piece(_) => 1,
        };
        if width > files - file {
            let expected = format!("{files} squares in each rank");
            let text = cursor.since(at);
            return Err(TextError::new(
                TextErrorKind::RankTooLong,
                text,
                at,
                expected,
            ));
        }
        if let Content::Piece(piece) = content {
            let square = Square::from_coords(variant, file, rank);
            if let Some(place) = square.and_then(|square| setup.board.get_mut(square.index())) {
                *place = Some(piece);
            }
        }
        file += width;
    }
    if file < files {
        let expected = format!("{files} squares, not {file}");
        let text = cursor.since(start);
        return Err(TextError::new(
            TextErrorKind::RankTooShort,
            text,
            start,
            expected,
        ));
    }
    Ok(())
}

enum Content {
    Empty(u8),
    Piece(Piece),
}

fn read_content(variant: VariantId, cursor: &mut Cursor<'_>) -> Result<Content, TextError> {
    let start = cursor.offset();
    if let Some(digit) = cursor.peek().and_then(|next| next.to_digit(10)) {
        cursor.next();
        return match u8::try_from(digit) {
            Ok(count) if count > 0 => Ok(Content::Empty(count)),
            _ => {
                let expected = format!("a digit from 1 to {}", variant.files());
                let text = cursor.since(start);
                Err(TextError::new(
                    TextErrorKind::BadEmptyCount,
                    text,
                    start,
                    expected,
                ))
            }
        };
    }
    let promoted = cursor.eat('+');
    let letter_at = cursor.offset();
    let letter = cursor.peek_text();
    let Some((side, upper)) = cursor.next().and_then(letters::side_and_letter) else {
        return Err(unknown_piece(variant, letter, letter_at));
    };
    let (base, promoted) = match variant.spec().kind_by_letter(upper) {
        Some(base) => (base, promoted),
        None => match variant.spec().base_of_alias(upper) {
            Some(base) if !promoted => (base, true),
            _ => return Err(unknown_piece(variant, letter, letter_at)),
        },
    };
    let kind = if promoted {
        variant.spec().kind(base).promotes_to.ok_or_else(|| {
            let text = cursor.since(start);
            let expected = format!("{letter} without \"+\"");
            TextError::new(TextErrorKind::CannotPromote, text, start, expected)
        })?
    } else {
        base
    };
    Ok(Content::Piece(Piece { side, kind }))
}

fn unknown_piece(variant: VariantId, letter: &str, offset: usize) -> TextError {
    let letters = letters::base_letters(variant);
    let expected = format!("one of {letters} in upper or lower case");
    TextError::new(TextErrorKind::UnknownPiece, letter, offset, expected)
}

pub(crate) fn write(setup: &Setup, text: &mut String) {
    let variant = setup.variant;
    for rank in (0..variant.ranks()).rev() {
        let mut empty = 0;
        for file in 0..variant.files() {
            let square = Square::from_coords(variant, file, rank);
            let piece = square.and_then(|square| setup.piece_at(square));
            if let Some(piece) = piece {
                write_empty(&mut empty, text);
                let (letter, promoted) = letters::letter(variant, piece.kind);
                if promoted {
                    text.push('+');
                }
                text.push(letters::cased(letter, piece.side));
            } else {
                empty += 1;
            }
        }
        write_empty(&mut empty, text);
        if rank > 0 {
            text.push('/');
        }
    }
}

fn write_empty(count: &mut u8, text: &mut String) {
    if *count > 0 {
        // A digit: boards have at most nine files.
        text.push(char::from(b'0' + *count));
        *count = 0;
    }
}
