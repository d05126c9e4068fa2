//! One spelling for what keyboards write in several ways.

use alloc::string::String;

/// Full-width characters stand this far behind their plain ones.
const WIDE: u32 = 0xfee0;

/// Pairs: what is typed, and what our own notation writes.
const SPELLINGS: &str = "一1二2三3四4五5六6七7八8九9‐-‑-–-—-−-ー-×x王玉飞飛龙龍竜龍马馬银銀步歩\
    鹏鵬鹰鷹雕鵰鹤鶴鹑鶉鴈雁將将";

/// What says nothing about a move: whose it is, and how good.
const SILENT: &str = "▲△▼▽☗☖⛊⛉#!? \u{3000}\t\n";

/// The text without spaces, side marks and exclamations, with plain digits and letters, and with
/// the characters that our own notation uses.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for mut character in text.chars() {
        if matches!(character, '！'..='～') {
            character = char::from_u32(u32::from(character) - WIDE).unwrap_or(character);
        }
        if is_in(character, SILENT) {
            continue;
        }
        let mut pairs = SPELLINGS.chars();
        while let (Some(typed), Some(written)) = (pairs.next(), pairs.next()) {
            if typed == character {
                character = written;
                break;
            }
        }
        plain.push(character);
    }
    plain
}

// Not inlined: the browser module has a size budget.
#[inline(never)]
pub(super) fn is_in(character: char, set: &str) -> bool {
    for one in set.chars() {
        if one == character {
            return true;
        }
    }
    false
}
