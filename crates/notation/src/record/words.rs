//! Words of Japanese records: pieces, numbers, moves and headers.

use alloc::string::String;

use komadai_rules::{PieceKind, Side, VariantId};

use super::source::skip_spaces;
use crate::display::japanese_name;

/// Marks before a move, alternately of the first and the second side.
pub(crate) const SIDE_MARKS: &[char] = &['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// `true` if the pieces of a variant have Japanese names.
pub(crate) fn has_kanji(variant: VariantId) -> bool {
    variant.spec().kinds.iter().all(|kind| kind.kanji.is_some())
}

/// One-character names in diagrams, and the names in moves.
const SHORT_NAMES: [(&str, &str); 3] = [("杏", "成香"), ("圭", "成桂"), ("全", "成銀")];

/// Other spellings that are read, and the one that is written.
const SPELLINGS: [(&str, &str); 5] = [
    ("王", "玉"),
    ("竜", "龍"),
    ("鴈", "雁"),
    ("銀将", "銀"),
    ("飛車", "飛"),
];

/// The name of a piece in a diagram.
pub(crate) fn board_name(variant: VariantId, kind: PieceKind) -> &'static str {
    let name = japanese_name(variant, kind).unwrap_or("？");
    let short = SHORT_NAMES.iter().find(|(_, long)| *long == name);
    short.map_or(name, |(short, _)| short)
}

/// The piece whose name begins a text, and the rest.
pub(crate) fn read_piece(variant: VariantId, text: &str) -> Option<(PieceKind, &str)> {
    let mut found: Option<(PieceKind, &str)> = None;
    for index in 0..variant.spec().kinds.len() {
        let kind = PieceKind::new(index as u8);
        let Some(name) = japanese_name(variant, kind) else {
            continue;
        };
        let spellings = SHORT_NAMES.iter().chain(&SPELLINGS);
        let spellings = spellings.filter(|(_, ours)| *ours == name);
        for candidate in spellings.map(|(spelling, _)| *spelling).chain([name]) {
            let rest = text.strip_prefix(candidate);
            let longest = found.is_none_or(|(_, rest)| text.len() - rest.len() < candidate.len());
            if let (Some(rest), true) = (rest, longest) {
                found = Some((kind, rest));
            }
        }
    }
    found
}

/// Replaces the names in diagrams by those in moves: 全 by 成銀.
pub(crate) fn long_names(text: &str) -> String {
    let mut long = String::from(text);
    for (short, name) in SHORT_NAMES {
        if long.contains(short) {
            long = long.replace(short, name);
        }
    }
    long.replace('仝', "同")
}

const KANJI_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The value of a digit: ASCII, full width or Japanese.
pub(crate) fn digit(character: char) -> Option<u32> {
    let wide = u32::from(character).wrapping_sub(u32::from('０'));
    character.to_digit(10).or_else(|| match wide {
        0..=9 => Some(wide),
        _ => KANJI_DIGITS
            .iter()
            .position(|&kanji| kanji == character)
            .map(|digit| digit as u32),
    })
}

/// A number from 1 to 99 in Japanese: 十八.
pub(crate) fn kanji_number(number: u8) -> String {
    let (tens, ones) = (usize::from(number / 10 % 10), usize::from(number % 10));
    let mut text = String::new();
    if tens > 1 {
        text.push(KANJI_DIGITS[tens]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text.push(KANJI_DIGITS[ones]);
    }
    text
}

/// The number at the beginning of a text, in any digits, and the rest.
pub(crate) fn read_number(text: &str) -> Option<(u32, &str)> {
    let (mut total, mut last, mut rest) = (0u32, None::<u32>, text);
    for character in text.chars() {
        if character == '十' {
            total = total.checked_add(last.unwrap_or(1).checked_mul(10)?)?;
            last = Some(0);
        } else if let Some(digit) = digit(character) {
            last = Some(last.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        } else {
            break;
        }
        rest = &rest[character.len_utf8()..];
    }
    (rest.len() < text.len()).then(|| (total.saturating_add(last.unwrap_or(0)), rest))
}

/// 81Dojo's word for a flag fall.
pub(crate) const TIME_UP: &str = "Time-up";

/// `true` if a line begins with a number and continues in Japanese, as the moves of KIF do.
pub(crate) fn is_numbered(line: &str) -> bool {
    split_numbered(line).is_some()
}

/// The number before a move of KIF and the move: `1 ７六歩(77)`, `1. ７六歩`, `1手目 ７六歩`, `1７六歩`.
pub(crate) fn split_numbered(line: &str) -> Option<(u32, &str)> {
    let wide = |c: char| ('０'..='９').contains(&c);
    let is_digit = |c: char| c.is_ascii_digit() || wide(c);
    let after = line.trim_start_matches(is_digit);
    let after_mark = after.strip_prefix("手目").unwrap_or(after);
    let after_mark = after_mark.trim_start_matches(['.', '．', '。', '、', ')', '）']);
    let mut rest = skip_spaces(after_mark);
    let mut number = &line[..line.len() - after.len()];
    if rest.len() == after.len() {
        // Digits of the number are narrow, those of the square wide.
        rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        number = &line[..line.len() - rest.len()];
        if !rest.starts_with(|c| wide(c) || SAME.contains(&c)) || !is_bare_move(rest) {
            return None;
        }
    } else if rest.len() == after_mark.len() && !rest.starts_with(SIDE_MARKS) && !is_bare_move(rest)
    {
        // 1.5秒
        return None;
    }
    let (number, _) = read_number(number).filter(|(_, rest)| rest.is_empty())?;
    let mut characters = rest.chars();
    let first = characters.next()?;
    // The files above a diagram are numbers with spaces between them.
    let files = is_digit(first) && characters.next().is_none_or(char::is_whitespace);
    // The square may be in ASCII digits.
    let japanese = rest.chars().take(3).any(|c| !c.is_ascii());
    let time_up = rest.get(..TIME_UP.len());
    let time_up = time_up.is_some_and(|word| word.eq_ignore_ascii_case(TIME_UP));
    ((japanese || time_up) && !files).then_some((number, rest))
}

/// Signs for the target of the preceding move.
const SAME: [char; 2] = ['同', '仝'];

/// First characters of the names of pieces.
const PIECES: &str = "歩香桂銀金角飛玉王と杏圭全馬龍竜成燕雉鶴左右鶉鷹鵬雁鴈鵰";

/// `true` if a text begins with a Japanese move without number or mark: `７六歩`, `同　銀`.
pub(crate) fn is_bare_move(text: &str) -> bool {
    let piece = |text: &str| text.chars().next().is_some_and(|c| PIECES.contains(c));
    if let Some(rest) = text.strip_prefix(SAME) {
        return piece(skip_spaces(rest));
    }
    let mut characters = text.chars();
    let mut square = || {
        characters
            .next()
            .and_then(digit)
            .is_some_and(|digit| digit > 0)
    };
    square() && square() && piece(skip_spaces(characters.as_str()))
}

/// `true` if a line contains a second move, as the pairs of moves in PGN do.
pub(crate) fn has_second_move(line: &str) -> bool {
    let Some((_, rest)) = split_numbered(line) else {
        return false;
    };
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let second = skip_spaces(&rest[end..]);
    is_bare_move(second) || second.starts_with(SIDE_MARKS)
}

/// `true` for the line above the moves, `手数----指手---------消費時間--`.
pub(crate) fn is_ruler(line: &str) -> bool {
    let rest = line.strip_prefix("手数");
    rest.is_some_and(|rest| rest.starts_with(['-', '－', 'ー', '―']) || rest.is_empty())
}

/// Name and value of a header: `先手：羽生`, with a colon of any width.
pub(crate) fn split_header(line: &str) -> Option<(&str, &str)> {
    let at = line.find(['：', ':'])?;
    let (name, rest) = line.split_at(at);
    let name = name.trim_end();
    let mut value = rest.chars();
    value.next();
    let valid = !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() && c != '\u{3000}')
        && !name.starts_with(['*', '#', '&', '|', '+', '\'']);
    valid.then_some((name, value.as_str()))
}

/// `true` for a header of a Japanese record, or the line above the moves.
pub(crate) fn is_header(line: &str) -> bool {
    let japanese = |(name, _): (&str, &str)| !name.is_ascii() || line.contains('：');
    split_header(line).is_some_and(japanese) || line.starts_with("手数")
}

/// Name of a side: 先手 and 後手, with a handicap 下手 and 上手.
pub(crate) const fn side_name(side: Side, handicap: bool) -> &'static str {
    match (side, handicap) {
        (Side::First, false) => "先手",
        (Side::Second, false) => "後手",
        (Side::First, true) => "下手",
        (Side::Second, true) => "上手",
    }
}

/// The side of the mark at the beginning of a text.
pub(crate) fn side_of_mark(text: &str) -> Option<Side> {
    let mark = text.chars().next()?;
    let at = SIDE_MARKS.iter().position(|known| *known == mark)?;
    Some(if at % 2 == 0 {
        Side::First
    } else {
        Side::Second
    })
}

/// The side whose name begins a text, and the rest.
pub(crate) fn read_side(text: &str) -> Option<(Side, &str)> {
    for side in Side::BOTH {
        for handicap in [false, true] {
            if let Some(rest) = text.strip_prefix(side_name(side, handicap)) {
                return Some((side, rest));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in 1..=99 {
            let text = kanji_number(number);
            assert_eq!(read_number(&text), Some((u32::from(number), "")), "{text}");
        }
        assert_eq!(read_number("18手"), Some((18, "手")));
        assert_eq!(read_number("１８"), Some((18, "")));
        assert_eq!(read_number("歩"), None);
    }

    #[test]
    fn numbers_of_moves_are_neither_squares_nor_times() {
        for (line, number, rest) in [
            ("1 ７六歩(77)", 1, "７六歩(77)"),
            ("1. ７六歩(77)", 1, "７六歩(77)"),
            ("12.７六歩(77)", 12, "７六歩(77)"),
            ("３手目　同　銀", 3, "同　銀"),
            ("1７六歩(77)", 1, "７六歩(77)"),
            ("3 Time-up", 3, "Time-up"),
            ("2) △３四歩", 2, "△３四歩"),
        ] {
            assert_eq!(split_numbered(line), Some((number, rest)), "{line}");
        }
        for line in [
            "７六歩",
            "17六歩",
            "1.5秒",
            "49手詰",
            "９ ８ ７",
            "1. P-76",
            "2026年",
        ] {
            assert_eq!(split_numbered(line), None, "{line}");
        }
        assert!(is_bare_move("７六歩") && is_bare_move("同　銀") && is_bare_move("76歩"));
        assert!(!is_bare_move("７六") && !is_bare_move("１０分") && !is_bare_move("同上"));
        assert!(has_second_move("1. ７六歩 ３四歩") && !has_second_move("1. ７六歩(77)  ( 0:05)"));
    }

    #[test]
    fn pieces_have_one_character_in_diagrams_where_there_is_one() {
        let shogi = super::super::starts::default_game();
        let kind = shogi
            .spec()
            .promoted_kind_by_letter('S')
            .expect("a promoted silver");
        assert_eq!(board_name(shogi, kind), "全");
        assert_eq!(read_piece(shogi, "成銀不成"), Some((kind, "不成")));
        assert_eq!(read_piece(shogi, "全"), Some((kind, "")));
        assert_eq!(read_piece(shogi, "X"), None);
    }
}
