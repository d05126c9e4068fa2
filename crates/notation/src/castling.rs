//! FEN's field of castling rights: letters from `KQkq`, or `-`.

use alloc::string::String;

use komadai_rules::{CastlingRights, Side};

/// The letters in the order in which they are written.
const LETTERS: [(char, Side, bool); 4] = [
    ('K', Side::First, true),
    ('Q', Side::First, false),
    ('k', Side::Second, true),
    ('q', Side::Second, false),
];

/// Reads the rights, in any order; the error is the offset of the first wrong letter.
pub(crate) fn parse(word: &str) -> Result<CastlingRights, usize> {
    let mut rights = CastlingRights::NONE;
    if word == "-" {
        return Ok(rights);
    }
    if word.is_empty() {
        return Err(0);
    }
    for (at, letter) in word.char_indices() {
        let (_, side, kingside) = *LETTERS
            .iter()
            .find(|(known, ..)| *known == letter)
            .ok_or(at)?;
        if rights.has(side, kingside) {
            return Err(at);
        }
        rights = rights.with(side, kingside);
    }
    Ok(rights)
}

/// Appends the rights.
pub(crate) fn write(rights: CastlingRights, text: &mut String) {
    if rights.is_none() {
        text.push('-');
    }
    for (letter, side, kingside) in LETTERS {
        if rights.has(side, kingside) {
            text.push(letter);
        }
    }
}
