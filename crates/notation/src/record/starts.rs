//! Start positions by their names in Japanese records: variants and handicaps.

use alloc::format;
use alloc::string::String;

use komadai_rules::{AnyPosition, Setup, SetupRules, VariantId};

use super::game_record::handicap_position;
use super::words;

/// 手合割 of each variant's start position. The named handicaps are those of the first variant.
const GAMES: [(&str, &str); 3] = [
    ("shogi", "平手"),
    ("minishogi", "5五将棋"),
    ("torishogi", "禽将棋"),
];

/// Further names that are read: lishogi's.
const GAME_ALIASES: [(&str, &str); 7] = [
    ("minishogi", "五々将棋"),
    ("minishogi", "五五将棋"),
    ("minishogi", "5五"),
    ("minishogi", "五々"),
    ("minishogi", "minishogi"),
    ("torishogi", "禽"),
    ("torishogi", "torishogi"),
];

/// 手合割 of a position without a name.
pub(crate) const OTHER_START: &str = "その他";

/// A handicap of 手合割.
pub(crate) struct HandicapName {
    pub(crate) kif: &'static str,
    /// Preset in JKF; empty if there is none.
    pub(crate) jkf: &'static str,
    start: HandicapStart,
}

enum HandicapStart {
    Id(&'static str),
    /// Board of the second side's ranks, and the weaker side's hand.
    Ranks(&'static str, &'static str),
}

const fn named(kif: &'static str, jkf: &'static str, id: &'static str) -> HandicapName {
    HandicapName {
        kif,
        jkf,
        start: HandicapStart::Id(id),
    }
}

/// A handicap that other programs may not know: read, never written by name.
const fn rare(
    kif: &'static str,
    jkf: &'static str,
    ranks: &'static str,
    hand: &'static str,
) -> HandicapName {
    HandicapName {
        kif,
        jkf,
        start: HandicapStart::Ranks(ranks, hand),
    }
}

const HANDICAPS: [HandicapName; 37] = [
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
    rare("三枚落ち", "3", "lnsgkgsn1/9/ppppppppp", "-"),
    rare("五枚落ち", "5", "2sgkgsn1/9/ppppppppp", "-"),
    rare("左五枚落ち", "5_L", "1nsgkgs2/9/ppppppppp", "-"),
    rare("左七枚落ち", "7_L", "2sgkg3/9/ppppppppp", "-"),
    rare("右七枚落ち", "7_R", "3gkgs2/9/ppppppppp", "-"),
    rare("七枚落ち", "", "3gkgs2/9/ppppppppp", "-"),
    rare("九枚落ち", "", "4kg3/9/ppppppppp", "-"),
    named("歩三兵", "", "three-pawns"),
    named("裸玉", "", "naked-king"),
    rare("両香落ち", "", "1nsgkgsn1/1r5b1/ppppppppp", "-"),
    rare("トンボ", "", "4k4/1r5b1/ppppppppp", "-"),
    rare("トンボ+香", "", "l3k3l/1r5b1/ppppppppp", "-"),
    rare("トンボ+桂香", "", "ln2k2nl/1r5b1/ppppppppp", "-"),
    rare("太閤将棋", "", "lnsgkgsnl/1r5b1/p1ppppppp", "-"),
    // The pieces that one side gives up are in the other side's hand.
    rare("香得", "", "lnsgkgsn1/1r5b1/ppppppppp", "L"),
    rare("両香得", "", "1nsgkgsn1/1r5b1/ppppppppp", "2L"),
    rare("角得", "", "lnsgkgsnl/1r7/ppppppppp", "B"),
    rare("飛車得", "", "lnsgkgsnl/7b1/ppppppppp", "R"),
    rare("飛香得", "", "lnsgkgsn1/7b1/ppppppppp", "RL"),
    rare("二枚得", "", "lnsgkgsnl/9/ppppppppp", "RB"),
    rare("三枚得", "", "1nsgkgsnl/9/ppppppppp", "RBL"),
    rare("四枚得", "", "1nsgkgsn1/9/ppppppppp", "RB2L"),
    rare("五枚得", "", "2sgkgsn1/9/ppppppppp", "RBN2L"),
    rare("六枚得", "", "2sgkgs2/9/ppppppppp", "RB2N2L"),
    rare("七枚得", "", "3gkgs2/9/ppppppppp", "RBS2N2L"),
    rare("八枚得", "", "3gkg3/9/ppppppppp", "RB2S2N2L"),
    rare("九枚得", "", "4kg3/9/ppppppppp", "RBG2S2N2L"),
];

/// Handicaps that differ from lishogi's of the same name: 三枚落ち without the right lance.
const OF_LISHOGI: [HandicapName; 1] = [rare("三枚落ち", "", "1nsgkgsnl/9/ppppppppp", "-")];

/// Variant of 平手, used where a record names none.
pub(crate) fn default_game() -> VariantId {
    game_of(GAMES[0].0)
}

fn game_of(name: &str) -> VariantId {
    name.parse().unwrap_or(VariantId::ALL[0])
}

/// 手合割 of a variant's start position.
pub(crate) fn start_name(variant: VariantId) -> Option<&'static str> {
    let found = GAMES.iter().find(|(name, _)| *name == variant.name())?;
    Some(found.1)
}

/// The variant whose start position 手合割 names.
pub(crate) fn game_of_start(name: &str) -> Option<VariantId> {
    let name = name.trim().replace('５', "5");
    let mut names = GAMES.iter().chain(&GAME_ALIASES);
    let found = names.find(|(_, start)| start.eq_ignore_ascii_case(&name))?;
    Some(game_of(found.0))
}

/// The handicap with this id, if other programs know its name.
pub(crate) fn handicap_of_id(id: &str) -> Option<&'static HandicapName> {
    HANDICAPS.iter().find(|handicap| {
        !handicap.jkf.is_empty()
            && matches!(handicap.start, HandicapStart::Id(known) if known == id)
    })
}

/// The position of a handicap by its name in KIF or JKF; `lishogi` for lishogi's names.
pub(crate) fn handicap_start(name: &str, lishogi: bool) -> Option<AnyPosition> {
    let name = usual(name);
    let site: &[HandicapName] = if lishogi { &OF_LISHOGI } else { &[] };
    let handicap = site.iter().chain(&HANDICAPS).find(|handicap| {
        name == handicap.kif.trim_end_matches('ち') || (name == handicap.jkf && !name.is_empty())
    })?;
    let variant = default_game();
    match handicap.start {
        HandicapStart::Id(id) => handicap_position(variant, id),
        HandicapStart::Ranks(ranks, hand) => {
            let rest = variant.spec().start.splitn(4, '/').nth(3)?;
            let setup = Setup::parse(variant, &format!("{ranks}/{rest} w {hand}")).ok()?;
            AnyPosition::from_setup(&setup, SetupRules::Play).ok()
        }
    }
}

/// The table's spelling of a name, without a final ち: `2枚落`, `トンボ＋香`, `飛落ち` and `左香落ち` are other
/// spellings.
fn usual(name: &str) -> String {
    let spaces = |c: &char| !c.is_whitespace();
    let name: String = name.chars().filter(spaces).collect();
    let name = name.replace('＋', "+");
    let name = name.strip_suffix('ち').unwrap_or(&name);
    let name = match words::read_number(name) {
        Some((number @ 1..=99, rest)) if rest.starts_with('枚') => {
            format!("{}{rest}", words::kanji_number(number as u8))
        }
        _ => name.into(),
    };
    match name.as_str() {
        "飛落" => "飛車落".into(),
        "左香落" => "香落".into(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use komadai_rules::Side;

    use super::*;

    #[test]
    fn every_handicap_is_a_position() {
        for handicap in HANDICAPS.iter().chain(&OF_LISHOGI) {
            let start = handicap_start(handicap.kif, false).expect(handicap.kif);
            assert_eq!(start.side_to_move(), Side::Second);
            if !handicap.jkf.is_empty() {
                let same = handicap_start(handicap.jkf, false).expect(handicap.jkf);
                assert_eq!(start, same);
            }
        }
        assert!(handicap_start("", false).is_none());
    }

    #[test]
    fn names_are_read_in_every_spelling() {
        let text = |name| handicap_start(name, false).map(|start| start.to_string());
        for (name, other) in [
            ("二枚落ち", "2枚落"),
            ("十枚落ち", "１０枚落ち"),
            ("トンボ+香", "トンボ ＋ 香"),
            ("飛車落ち", "飛落"),
            ("香落ち", "左香落ち"),
        ] {
            assert!(text(name).is_some());
            assert_eq!(text(name), text(other), "{other}");
        }
        let lishogi = handicap_start("三枚落ち", true).map(|start| start.to_string());
        assert_ne!(text("三枚落ち"), lishogi);
        for name in ["五々将棋", "5五", "５五将棋", "Minishogi"] {
            assert_eq!(game_of_start(name), Some(VariantId::Minishogi), "{name}");
        }
    }
}
