//! Format of the Computer Shogi Association, versions 2.2 and 3.0
//! (<http://www2.computer-shogi.org/protocol/record_v3.html>). It has no variations. Records of
//! Minishogi are written as on 9×9, with five ranks of five squares.

mod board;
mod read;
mod report;
mod write;

use alloc::string::String;

use komadai_rules::{PieceKind, Square, VariantId};

pub(crate) use read::{read, read_ending};
pub(crate) use write::{ending_word, write};

use crate::display::japanese_name;

/// Codes of the pieces by their Japanese names in moves.
const CODES: [(&str, &str); 14] = [
    ("歩", "FU"),
    ("香", "KY"),
    ("桂", "KE"),
    ("銀", "GI"),
    ("金", "KI"),
    ("角", "KA"),
    ("飛", "HI"),
    ("玉", "OU"),
    ("と", "TO"),
    ("成香", "NY"),
    ("成桂", "NK"),
    ("成銀", "NG"),
    ("馬", "UM"),
    ("龍", "RY"),
];

/// `None` if the format has no such piece.
pub(crate) fn code(variant: VariantId, kind: PieceKind) -> Option<&'static str> {
    let name = japanese_name(variant, kind)?;
    let found = CODES.iter().find(|(known, _)| *known == name)?;
    Some(found.1)
}

pub(crate) fn kind_of_code(variant: VariantId, text: &str) -> Option<PieceKind> {
    let kinds = 0..variant.spec().kinds.len();
    let mut kinds = kinds.map(|index| PieceKind::new(index as u8));
    kinds.find(|&kind| code(variant, kind) == Some(text))
}

/// `true` if every piece of the variant has a code.
pub(crate) fn has_codes(variant: VariantId) -> bool {
    let mut kinds = 0..variant.spec().kinds.len();
    kinds.all(|index| code(variant, PieceKind::new(index as u8)).is_some())
}

/// The square with two digits, file and rank.
pub(crate) fn read_square(variant: VariantId, text: &str) -> Option<Square> {
    let mut digits = text.chars().map(|c| c.to_digit(10));
    let (Some(Some(file)), Some(Some(rank)), None) = (digits.next(), digits.next(), digits.next())
    else {
        return None;
    };
    square_of(variant, file, rank)
}

/// The square on a file from the right and a rank from the top, both from 1.
pub(crate) fn square_of(variant: VariantId, file: u32, rank: u32) -> Option<Square> {
    let file = u32::from(variant.files()).checked_sub(file)?;
    let rank = u32::from(variant.ranks()).checked_sub(rank)?;
    Square::from_coords(variant, u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

/// `true` if a line can only be CSA.
pub(crate) fn is_line(line: &str) -> bool {
    let digit_at = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    match line.as_bytes() {
        [b'\'', ..] | [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'+' | b'-', ..] => true,
        [b'+' | b'-'] => true,
        [b'V' | b'P', b'1'..=b'9', ..] => true,
        [b'+' | b'-', ..] => (1..5).all(digit_at),
        [b'$', ..] => line.contains(':'),
        [b'%', rest @ ..] => {
            !rest.is_empty()
                && rest
                    .iter()
                    .all(|b| b.is_ascii_uppercase() || matches!(b, b'_' | b'+' | b'-'))
        }
        _ => false,
    }
}

pub(crate) fn square_text(variant: VariantId, square: Square) -> String {
    crate::display::numeric_square(variant, square, false)
}
