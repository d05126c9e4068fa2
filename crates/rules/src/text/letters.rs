use alloc::string::String;

use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::variants::VariantId;

/// The letter of a piece; `true` if `+` precedes it.
pub(crate) fn letter(variant: VariantId, kind: PieceKind) -> (char, bool) {
    let spec = variant.spec().kind(kind);
    (spec.letter, spec.promoted)
}

/// `true` for unpromoted pieces except the king.
pub(crate) fn can_be_in_hand(variant: VariantId, kind: PieceKind) -> bool {
    variant.spec().hand_order.contains(&kind)
}

/// Upper case for the first side, lower case for the second.
pub(crate) const fn cased(letter: char, side: Side) -> char {
    match side {
        Side::First => letter.to_ascii_uppercase(),
        Side::Second => letter.to_ascii_lowercase(),
    }
}

/// The side and the upper-case form of an ASCII letter.
pub(crate) const fn side_and_letter(letter: char) -> Option<(Side, char)> {
    if letter.is_ascii_uppercase() {
        Some((Side::First, letter))
    } else if letter.is_ascii_lowercase() {
        Some((Side::Second, letter.to_ascii_uppercase()))
    } else {
        None
    }
}

/// The letters of the pieces that can be in hand, for messages: `R B G S N L P`.
pub(crate) fn hand_letters(variant: VariantId) -> String {
    let mut text = String::new();
    for &kind in variant.spec().hand_order {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(letter(variant, kind).0);
    }
    text
}

/// The letters of all unpromoted pieces, for messages: `K R B G S N L P`.
pub(crate) fn base_letters(variant: VariantId) -> String {
    let (king, _) = letter(variant, variant.spec().king);
    let mut text = String::from(king);
    text.push(' ');
    text.push_str(&hand_letters(variant));
    text
}
