//! Normalisation of characters that keyboards and fonts write in several ways.

use alloc::string::String;

/// Distance between a full-width form (U+FF01 to U+FF5E) and its ASCII character.
const FULL_WIDTH_OFFSET: u32 = 0xfee0;

/// Pairs: a variant, and the character in this crate's own notation.
const VARIANTS: &str = "一1二2三3四4五5六6七7八8九9‐-‑-–-—-−-ー-’'×x王玉飞飛龙龍竜龍马馬银銀步歩\
    鹏鵬鹰鷹雕鵰鹤鶴鹑鶉鴈雁將将";

/// Characters without meaning for the move: marks of the side, comments, spaces.
const IGNORED: &str = "▲△▼▽☗☖⛊⛉#!? \u{3000}\t\n";

/// The text in ASCII digits and letters and in the characters of this crate's own notation, without
/// spaces, side marks and exclamation marks.
pub(super) fn normalize(text: &str) -> String {
    let mut normalized = String::new();
    for mut character in text.chars() {
        if matches!(character, '！'..='～') {
            let ascii = u32::from(character) - FULL_WIDTH_OFFSET;
            character = char::from_u32(ascii).unwrap_or(character);
        }
        if contains(IGNORED, character) {
            continue;
        }
        let mut pairs = VARIANTS.chars();
        while let (Some(variant), Some(standard)) = (pairs.next(), pairs.next()) {
            if variant == character {
                character = standard;
                break;
            }
        }
        normalized.push(character);
    }
    normalized
}

// Not inlined: the browser module has a size budget.
#[inline(never)]
pub(super) fn contains(set: &str, character: char) -> bool {
    for one in set.chars() {
        if one == character {
            return true;
        }
    }
    false
}
