//! FEN's field of castling rights: letters from `KQkq`, or `-`.

use alloc::string::String;

use crate::types::castling_rights::{CastlingRights, CastlingSide};
use crate::types::side::Side;

/// In the order of FEN.
const LETTERS: [(char, Side, CastlingSide); 4] = [
    ('K', Side::First, CastlingSide::Kingside),
    ('Q', Side::First, CastlingSide::Queenside),
    ('k', Side::Second, CastlingSide::Kingside),
    ('q', Side::Second, CastlingSide::Queenside),
];

/// Parses the rights, in any order; the error is the offset of the first wrong letter.
pub(crate) fn parse(word: &str) -> Result<CastlingRights, usize> {
    let mut rights = CastlingRights::NONE;
    if word == "-" {
        return Ok(rights);
    }
    if word.is_empty() {
        return Err(0);
    }
    for (at, letter) in word.char_indices() {
        let (_, side, wing) = *LETTERS
            .iter()
            .find(|(known, ..)| *known == letter)
            .ok_or(at)?;
        if rights.has(side, wing) {
            return Err(at);
        }
        rights = rights.with(side, wing);
    }
    Ok(rights)
}

pub(crate) fn write(rights: CastlingRights, text: &mut String) {
    if rights.is_none() {
        text.push('-');
    }
    for (letter, side, wing) in LETTERS {
        if rights.has(side, wing) {
            text.push(letter);
        }
    }
}
