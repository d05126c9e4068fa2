//! Positions as diagrams:
//!
//! ```text
//! 後手の持駒：なし
//!   ５ ４ ３ ２ １
//! +---------------+
//! |v飛v角v銀v金v玉|一
//! | ・ ・ ・ ・v歩|二
//! …
//! 先手の持駒：なし
//! 後手番
//! ```

use alloc::format;
use alloc::string::String;

use komadai_rules::{Piece, PieceKind, Setup, Side, Square, VariantId};

use super::super::error::{RecordError, RecordErrorKind};
use super::super::source::{Line, skip_spaces};
use super::super::words;
use crate::display::push_square;

/// Reads a rank, the part of the line after its first `|`.
pub(super) fn read_rank(
    setup: &mut Setup,
    rank: u8,
    line: Line<'_>,
    text: &str,
) -> Result<(), RecordError> {
    let variant = setup.variant;
    let mut rest = text;
    for file in 0..variant.files() {
        rest = skip_spaces(rest);
        let (side, name) = read_owner(rest);
        let (kind, after) = match read_cell(variant, name) {
            Some(cell) => cell,
            None => {
                let expected = format!("{} squares, each a piece or ・", variant.files());
                return Err(line.error(RecordErrorKind::BadStart, rest, expected));
            }
        };
        let square = Square::from_coords(variant, file, rank);
        if let Some(place) = square.and_then(|square| setup.board.get_mut(square.index())) {
            *place = kind.map(|kind| Piece { side, kind });
        }
        rest = after;
    }
    let rest = skip_spaces(rest);
    if rest.is_empty() || rest.starts_with(['|', '｜']) {
        return Ok(());
    }
    let expected = format!("the end of a rank of {} squares", variant.files());
    Err(line.error(RecordErrorKind::BadStart, rest, expected))
}

/// The owner and the name of the piece on a square.
fn read_owner(text: &str) -> (Side, &str) {
    match text.strip_prefix(['v', 'V', 'ｖ']) {
        Some(name) => (Side::Second, name),
        None => (Side::First, text.strip_prefix('^').unwrap_or(text)),
    }
}

fn read_cell(variant: VariantId, text: &str) -> Option<(Option<PieceKind>, &str)> {
    if let Some(rest) = text.strip_prefix(['・', '．', '.', '･', '*']) {
        return Some((None, rest));
    }
    words::read_piece(variant, text).map(|(kind, rest)| (Some(kind), rest))
}

/// Reads a hand: `飛　金二　歩十八`, なし if it is empty.
pub(super) fn read_hand(
    setup: &mut Setup,
    side: Side,
    line: Line<'_>,
    text: &str,
) -> Result<(), RecordError> {
    let variant = setup.variant;
    let mut rest = skip_spaces(text).trim_end();
    if rest.starts_with("なし") {
        return Ok(());
    }
    while !rest.is_empty() {
        let piece = words::read_piece(variant, rest);
        let held = piece.filter(|(kind, _)| variant.spec().hand_order.contains(kind));
        let Some((kind, after)) = held else {
            let expected = "pieces such as 飛　歩三, or なし";
            return Err(line.error(RecordErrorKind::BadStart, rest, expected));
        };
        let (count, after) = words::read_number(after).unwrap_or((1, after));
        let place = setup.hands[side.index()].get_mut(kind.index());
        let sum = place.as_ref().and_then(|held| {
            let count = u8::try_from(count).ok()?;
            held.checked_add(count)
        });
        match (place, sum) {
            (Some(held), Some(sum)) => *held = sum,
            _ => {
                let expected = "no more pieces than the set has";
                return Err(line.error(RecordErrorKind::BadStart, rest, expected));
            }
        }
        rest = skip_spaces(after);
    }
    Ok(())
}

pub(super) fn write(setup: &Setup, text: &mut String) {
    let variant = setup.variant;
    let width = cell_width(variant);
    write_hand(setup, Side::Second, text);
    for file in 0..variant.files() {
        let mut name = String::new();
        let top = Square::from_coords(variant, file, variant.ranks() - 1);
        top.and_then(|square| push_square(variant, square, &mut name));
        // Aligned above the owner's sign; the first file also spans the border.
        let spaces = 2 * width - 1 + usize::from(file == 0);
        text.extend(core::iter::repeat_n(' ', spaces));
        text.extend(name.chars().take(1));
    }
    let border = "-".repeat((1 + 2 * width) * usize::from(variant.files()));
    text.push_str(&format!("\n+{border}+\n"));
    for rank in (0..variant.ranks()).rev() {
        text.push('|');
        for file in 0..variant.files() {
            let square = Square::from_coords(variant, file, rank);
            write_cell(
                setup,
                square.and_then(|square| setup.piece_at(square)),
                text,
            );
        }
        text.push('|');
        text.push_str(&words::kanji_number(variant.ranks() - rank));
        text.push('\n');
    }
    text.push_str(&format!("+{border}+\n"));
    write_hand(setup, Side::First, text);
    if setup.side == Side::Second {
        text.push_str(words::side_name(Side::Second, false));
        text.push_str("番\n");
    }
}

/// Characters of the longest name in diagrams: two in Tori Shogi, where the quails differ by side.
fn cell_width(variant: VariantId) -> usize {
    let kinds = 0..variant.spec().kinds.len();
    let names = kinds.map(|index| words::board_name(variant, PieceKind::new(index as u8)));
    names.map(|name| name.chars().count()).max().unwrap_or(1)
}

fn write_cell(setup: &Setup, piece: Option<Piece>, text: &mut String) {
    let (sign, name) = match piece {
        Some(piece) => {
            let second = piece.side == Side::Second;
            (
                if second { 'v' } else { ' ' },
                words::board_name(setup.variant, piece.kind),
            )
        }
        None => (' ', "・"),
    };
    let padding = cell_width(setup.variant) - name.chars().count();
    text.extend(core::iter::repeat_n(' ', 2 * padding));
    text.push(sign);
    text.push_str(name);
}

fn write_hand(setup: &Setup, side: Side, text: &mut String) {
    text.push_str(words::side_name(side, false));
    text.push_str("の持駒：");
    let mut empty = true;
    for &kind in setup.variant.spec().hand_order {
        let count = setup.hands[side.index()].get(kind.index()).copied();
        let count = count.unwrap_or(0);
        if count > 0 {
            text.push_str(words::board_name(setup.variant, kind));
            if count > 1 {
                text.push_str(&words::kanji_number(count));
            }
            text.push('　');
            empty = false;
        }
    }
    if empty {
        text.push_str("なし");
    }
    text.push('\n');
}
