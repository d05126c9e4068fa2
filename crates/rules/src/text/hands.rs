//! Pieces in hand: `R2P3p` in SFEN, `[RPPppp]` in FEN.

use alloc::format;
use alloc::string::String;

use crate::position::setup::Setup;
use crate::text::cursor::Cursor;
use crate::text::error::{TextError, TextErrorKind};
use crate::text::letters;
use crate::types::side::Side;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A space or the end of the text.
    Space,
    Bracket,
}

/// Reads SFEN's field of both hands, `-` if empty.
pub(crate) fn read_field(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    read(setup, cursor, End::Space)
}

/// Reads FEN's hands in brackets, `[]` or `[-]` if empty. The cursor is at the `[`.
pub(crate) fn read_brackets(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let start = cursor.offset();
    cursor.next();
    read(setup, cursor, End::Bracket)?;
    if cursor.eat(']') {
        return Ok(());
    }
    let text = cursor.since(start);
    Err(TextError::new(
        TextErrorKind::UnclosedHand,
        text,
        start,
        "\"]\" at its end",
    ))
}

fn read(setup: &mut Setup, cursor: &mut Cursor<'_>, end: End) -> Result<(), TextError> {
    let ended = |cursor: &Cursor<'_>| {
        cursor
            .peek()
            .is_none_or(|next| next.is_whitespace() || (end == End::Bracket && next == ']'))
    };
    if cursor.eat('-') {
        return if ended(cursor) {
            Ok(())
        } else {
            let text = cursor.peek_text();
            let expected = "nothing after \"-\", which means that both hands are empty";
            Err(TextError::new(
                TextErrorKind::BadHand,
                text,
                cursor.offset(),
                expected,
            ))
        };
    }
    while !ended(cursor) {
        read_pieces(setup, cursor)?;
    }
    Ok(())
}

/// Reads pieces of one kind: an optional count and a letter.
fn read_pieces(setup: &mut Setup, cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    let variant = setup.variant;
    let start = cursor.offset();
    while cursor.peek().is_some_and(|next| next.is_ascii_digit()) {
        cursor.next();
    }
    let count = cursor.since(start);
    let count = match count {
        "" => 1,
        digits => match digits.parse::<u8>() {
            Ok(count) if count > 0 => count,
            parsed => {
                let kind = match parsed {
                    Ok(_) => TextErrorKind::BadHand,
                    Err(_) => TextErrorKind::HandTooLarge,
                };
                let expected = "a count of at least 1 and no more than the set has";
                return Err(TextError::new(kind, digits, start, expected));
            }
        },
    };
    let piece_at = cursor.offset();
    let letters = letters::hand_letters(variant);
    if cursor.eat('+') {
        cursor.next();
        let text = cursor.since(piece_at);
        let expected = format!("one of {letters}: what is captured loses its promotion");
        return Err(TextError::new(
            TextErrorKind::PromotedInHand,
            text,
            piece_at,
            expected,
        ));
    }
    let text = cursor.peek_text();
    let owned = cursor.next().and_then(letters::side_and_letter);
    let kind = owned.and_then(|(_, upper)| variant.spec().kind_by_letter(upper));
    let (Some((side, _)), Some(kind)) = (owned, kind) else {
        let promoted = owned.and_then(|(_, upper)| variant.spec().base_of_alias(upper));
        let what = if promoted.is_some() {
            TextErrorKind::PromotedInHand
        } else {
            TextErrorKind::BadHand
        };
        let expected = format!("one of {letters} in upper or lower case");
        return Err(TextError::new(what, text, piece_at, expected));
    };
    if !letters::can_be_in_hand(variant, kind) {
        let what = if kind == variant.spec().king {
            TextErrorKind::KingInHand
        } else {
            TextErrorKind::BadHand
        };
        let expected = format!("one of {letters}");
        return Err(TextError::new(what, text, piece_at, expected));
    }
    let Some(held) = setup.hands[side.index()].get_mut(kind.index()) else {
        return Ok(()); // Every kind of `can_be_in_hand` has its place.
    };
    *held = held.checked_add(count).ok_or_else(|| {
        let text = cursor.since(start);
        let expected = "no more pieces than the set has";
        TextError::new(TextErrorKind::HandTooLarge, text, start, expected)
    })?;
    Ok(())
}

/// Appends both hands with counts, `-` if empty: `R2P3p`.
pub(crate) fn write_field(setup: &Setup, text: &mut String) {
    let start = text.len();
    for side in Side::BOTH {
        for (letter, count) in held(setup, side) {
            if count > 1 {
                text.push_str(&format!("{count}"));
            }
            text.push(letter);
        }
    }
    if text.len() == start {
        text.push('-');
    }
}

/// Appends both hands in brackets, a letter for each piece: `[RPPppp]`.
pub(crate) fn write_brackets(setup: &Setup, text: &mut String) {
    text.push('[');
    for side in Side::BOTH {
        for (letter, count) in held(setup, side) {
            text.extend(core::iter::repeat_n(letter, usize::from(count)));
        }
    }
    text.push(']');
}

/// Letters and counts of a hand in the variant's order.
fn held(setup: &Setup, side: Side) -> impl Iterator<Item = (char, u8)> {
    setup
        .variant
        .spec()
        .hand_order
        .iter()
        .filter_map(move |&kind| {
            let count = *setup.hands[side.index()].get(kind.index())?;
            let letter = letters::cased(letters::letter(setup.variant, kind).0, side);
            (count > 0).then_some((letter, count))
        })
}
