//! The words of Japanese records: pieces, numbers, games and handicaps.

use alloc::string::String;

use komadai_rules::{AnyPosition, GameId, PieceKind, Setup, SetupRules, Side};

use super::game_record::handicap_position;
use super::source::skip_spaces;
use crate::board;
use crate::cursor::Cursor;
use crate::display::japanese_name;

/// What may stand before a move and says whose it is.
pub(crate) const SIDE_MARKS: &[char] = &['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// What 手合割 has for the start position of each game, by the game's name. The handicaps with names of
/// their own are those of the first.
const GAMES: [(&str, &str); 3] = [
    ("shogi", "平手"),
    ("minishogi", "5五将棋"),
    ("torishogi", "禽将棋"),
];

/// What stands for a position without a name.
pub(crate) const OTHER_START: &str = "その他";

/// A handicap of 手合割.
pub(crate) struct HandicapName {
    pub(crate) kif: &'static str,
    /// Its preset in JKF; empty where there is none.
    pub(crate) jkf: &'static str,
    /// The rules' handicap, or the board where they have none.
    start: HandicapStart,
}

enum HandicapStart {
    Id(&'static str),
    /// The first rank; the second is empty, the others are as at the start.
    FirstRank(&'static str),
}

const fn named(kif: &'static str, jkf: &'static str, id: &'static str) -> HandicapName {
    HandicapName {
        kif,
        jkf,
        start: HandicapStart::Id(id),
    }
}

/// One that other programs may not know: read, never written by name.
const fn rare(kif: &'static str, jkf: &'static str, rank: &'static str) -> HandicapName {
    HandicapName {
        kif,
        jkf,
        start: HandicapStart::FirstRank(rank),
    }
}

const HANDICAPS: [HandicapName; 18] = [
    named("香落ち", "KY", "lance"),
    named("右香落ち", "KY_R", "right-lance"),
    named("角落ち", "KA", "bishop"),
    named("飛車落ち", "HI", "rook"),
    named("飛香落ち", "HIKY", "rook-lance"),
    named("二枚落ち", "2", "two-piece"),
    named("四枚落ち", "4", "four-piece"),
    named("六枚落ち", "6", "six-piece"),
    named("八枚落ち", "8", "eight-piece"),
    named("十枚落ち", "10", "ten-piece"),
    rare("三枚落ち", "3", "lnsgkgsn1"),
    rare("五枚落ち", "5", "2sgkgsn1"),
    rare("左五枚落ち", "5_L", "1nsgkgs2"),
    rare("左七枚落ち", "7_L", "2sgkg3"),
    rare("右七枚落ち", "7_R", "3gkgs2"),
    rare("七枚落ち", "", "3gkgs2"),
    named("歩三兵", "", "three-pawns"),
    named("裸玉", "", "naked-king"),
];

/// The game that 平手 is of.
pub(crate) fn default_game() -> GameId {
    game_of(GAMES[0].0)
}

fn game_of(name: &str) -> GameId {
    name.parse().unwrap_or(GameId::ALL[0])
}

/// What 手合割 has for the start position of a game.
pub(crate) fn start_name(game: GameId) -> Option<&'static str> {
    let found = GAMES.iter().find(|(name, _)| *name == game.name())?;
    Some(found.1)
}

/// The game whose start position 手合割 names.
pub(crate) fn game_of_start(name: &str) -> Option<GameId> {
    let wide = name.replace('５', "5");
    let found = GAMES.iter().find(|(_, start)| *start == wide)?;
    Some(game_of(found.0))
}

/// The handicap with the rules' id, if other programs know its name.
pub(crate) fn handicap_of_id(id: &str) -> Option<&'static HandicapName> {
    HANDICAPS.iter().find(|handicap| {
        !handicap.jkf.is_empty()
            && matches!(handicap.start, HandicapStart::Id(known) if known == id)
    })
}

/// The position of a handicap by its name in KIF or in JKF.
pub(crate) fn handicap_start(name: &str) -> Option<AnyPosition> {
    let name = match name.trim() {
        "飛落ち" | "飛落" => "飛車落ち",
        name => name,
    };
    let short = |name: &'static str| name.trim_end_matches('ち');
    let handicap = HANDICAPS.iter().find(|handicap| {
        name == handicap.kif
            || name == short(handicap.kif)
            || (name == handicap.jkf && !name.is_empty())
    })?;
    let game = default_game();
    match handicap.start {
        HandicapStart::Id(id) => handicap_position(game, id),
        HandicapStart::FirstRank(rank) => {
            let mut setup = Setup::start(game);
            let rest = game.spec().start.splitn(3, '/').nth(2)?;
            let placement = alloc::format!("{rank}/{}/{rest}", game.files());
            setup.board.fill(None);
            board::read(&mut setup, &mut Cursor::new(&placement)).ok()?;
            setup.side = Side::Second;
            AnyPosition::from_setup(&setup, SetupRules::Play).ok()
        }
    }
}

/// Whether the pieces of a game have Japanese names.
pub(crate) fn has_kanji(game: GameId) -> bool {
    game.spec().kinds.iter().all(|kind| kind.kanji.is_some())
}

/// Names in one character, which diagrams have, and the names in moves.
const SHORT_NAMES: [(&str, &str); 3] = [("杏", "成香"), ("圭", "成桂"), ("全", "成銀")];

/// Other spellings that are read, and ours.
const SPELLINGS: [(&str, &str); 5] = [
    ("王", "玉"),
    ("竜", "龍"),
    ("鴈", "雁"),
    ("銀将", "銀"),
    ("飛車", "飛"),
];

/// The name of a piece in a diagram.
pub(crate) fn board_name(game: GameId, kind: PieceKind) -> &'static str {
    let name = japanese_name(game, kind).unwrap_or("？");
    let short = SHORT_NAMES.iter().find(|(_, long)| *long == name);
    short.map_or(name, |(short, _)| short)
}

/// The piece whose name comes first in a text, and what follows it.
pub(crate) fn read_piece(game: GameId, text: &str) -> Option<(PieceKind, &str)> {
    let mut found: Option<(PieceKind, &str)> = None;
    for index in 0..game.spec().kinds.len() {
        let kind = PieceKind::new(index as u8);
        let Some(name) = japanese_name(game, kind) else {
            continue;
        };
        let variants = SHORT_NAMES.iter().chain(&SPELLINGS);
        let variants = variants.filter(|(_, ours)| *ours == name);
        for candidate in variants.map(|(variant, _)| *variant).chain([name]) {
            let rest = text.strip_prefix(candidate);
            let longest = found.is_none_or(|(_, rest)| text.len() - rest.len() < candidate.len());
            if let (Some(rest), true) = (rest, longest) {
                found = Some((kind, rest));
            }
        }
    }
    found
}

/// A text with the names of moves in place of those of diagrams: 成銀 for 全.
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

/// The digit that a character stands for: ASCII, full width or Japanese.
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

/// The number at the beginning of a text, in any digits, and what follows it.
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

/// Whether a line begins with a number and goes on in Japanese, as the moves of KIF do.
pub(crate) fn is_numbered(line: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let number = line.trim_start_matches(is_digit);
    let rest = skip_spaces(number);
    let mut characters = rest.chars();
    let Some(first) = characters.next() else {
        return false;
    };
    // The files above a diagram are numbers with spaces between them.
    let files = is_digit(first) && characters.next().is_none_or(char::is_whitespace);
    // The square may be in ASCII digits.
    let japanese = rest.chars().take(3).any(|c| !c.is_ascii());
    number.len() < line.len() && rest.len() < number.len() && japanese && !files
}

/// The name and value of a header: `先手：羽生`, with a colon of any width.
pub(crate) fn split_header(line: &str) -> Option<(&str, &str)> {
    let at = line.find(['：', ':'])?;
    let (name, rest) = line.split_at(at);
    let mut value = rest.chars();
    value.next();
    let valid = !name.is_empty()
        && !name.contains(char::is_whitespace)
        && !name.starts_with(['*', '#', '&', '|', '+', '\'']);
    valid.then_some((name, value.as_str()))
}

/// Whether a line is a header of a Japanese record, or the line above the moves.
pub(crate) fn is_header(line: &str) -> bool {
    let japanese = |(name, _): (&str, &str)| !name.is_ascii() || line.contains('：');
    split_header(line).is_some_and(japanese) || line.starts_with("手数")
}

/// What players are called: 先手 and 後手, or where one gives a handicap 下手 and 上手.
pub(crate) const fn side_name(side: Side, handicap: bool) -> &'static str {
    match (side, handicap) {
        (Side::First, false) => "先手",
        (Side::Second, false) => "後手",
        (Side::First, true) => "下手",
        (Side::Second, true) => "上手",
    }
}

/// The side of which a text begins with the name, and what follows it.
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
    fn every_handicap_is_a_position() {
        for handicap in &HANDICAPS {
            let start = handicap_start(handicap.kif).expect(handicap.kif);
            assert_eq!(start.side_to_move(), Side::Second);
            if !handicap.jkf.is_empty() {
                let same = handicap_start(handicap.jkf).expect(handicap.jkf);
                assert_eq!(start, same);
            }
        }
        assert!(handicap_start("").is_none());
    }

    #[test]
    fn pieces_have_one_character_in_diagrams_where_there_is_one() {
        let shogi = default_game();
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
