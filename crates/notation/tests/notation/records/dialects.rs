//! Dialects of `docs/records.md`, each with a file.

use komadai_notation::record::{Ending, HeaderName};
use komadai_rules::{Reason, Side, VariantId};

use super::{ending, moves, read_file};

/// A dialect: file, moves, end, winner, nodes of the tree.
type Dialect = (
    &'static str,
    &'static str,
    &'static str,
    Option<Side>,
    usize,
);

const FIRST: Option<Side> = Some(Side::First);
const SECOND: Option<Side> = Some(Side::Second);

const DIALECTS: [Dialect; 30] = [
    (
        "kifu-for-windows.kif",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c",
        "resignation",
        SECOND,
        17,
    ),
    ("shogihome.kifu", "7g7f 3c3d 2g2f", "封じ手", None, 6),
    (
        "shogigui.kif",
        "7g7f 3c3d 8h2b+ 3a2b B*4e",
        "interrupted",
        None,
        7,
    ),
    (
        "denryusen.kif",
        "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b",
        "time",
        SECOND,
        8,
    ),
    (
        "lishogi.kif",
        "7g7f 3c3d 2g2f 4c4d",
        "resignation",
        SECOND,
        8,
    ),
    ("lishogi-handicap.kif", "7a6b 7g7f", "resignation", FIRST, 4),
    (
        "lishogi.csa",
        "7g7f 3c3d 2g2f 4c4d",
        "resignation",
        SECOND,
        6,
    ),
    ("81dojo.kif", "7g7f 3c3d 8h2b+ 3a2b B*5e", "time", FIRST, 7),
    ("81dojo.json", "7g7f 3c3d 2g2f", "disconnected", FIRST, 5),
    ("floodgate.csa", "7g7f 3c3d 2g2f", "time", FIRST, 5),
    ("shogi-wars.csa", "7g7f 8c8d 2g2f", "impasse", SECOND, 5),
    (
        "shogi-quest.csa",
        "2g2f 3c3d 7g7f 2b8h+ 7i8h",
        "interrupted",
        None,
        7,
    ),
    ("cshogi.kifu", "2g2f 3c3d", "declaration", FIRST, 4),
    (
        "python-shogi.kif",
        "7a6b 7g7f 5c5d 4g4f",
        "interrupted",
        None,
        6,
    ),
    (
        "kifu-for-js.jkf",
        "7g7f 3c3d 8h2b+ 3a2b",
        "resignation",
        SECOND,
        7,
    ),
    (
        "books.ki2",
        "7g7f 3c3d 8h2b+ 3a2b 7i8h 2b3c 8h7g 7a7b",
        "interrupted",
        None,
        12,
    ),
    (
        "books-without-marks.ki2u",
        "7g7f 3c3d 8h2b+ 3a2b 7i8h 2b3c",
        "repetition",
        None,
        8,
    ),
    (
        "numbered-with-dots.kif",
        "7g7f 3c3d 2g2f",
        "resignation",
        FIRST,
        5,
    ),
    ("bod.kif", "", "", None, 1),
    ("mate-problem.kif", "G*5b", "checkmate", FIRST, 3),
    ("playground.kif", "7g7f 3c3d", "illegal-move", SECOND, 4),
    ("playground.usen", "7g7f 3c3d 2g2f", "resignation", FIRST, 7),
    ("engine-log.usi", "7g7f 3c3d 2g2f", "", None, 4),
    ("site.pgn", "7g7f 3c3d 2g2f", "time", FIRST, 7),
    ("euc-jp.kif", "7g7f 3c3d", "resignation", SECOND, 4),
    ("iso-2022-jp.kif", "7g7f 3c3d", "resignation", SECOND, 4),
    ("cr-only.kif", "7g7f 3c3d", "resignation", SECOND, 4),
    ("dos-end.kif", "7g7f 3c3d", "resignation", SECOND, 4),
    ("latin-1.pgn", "7g7f 3c3d", "", None, 3),
    ("playok.psn", "7g7f 3c3d 2g2f 8c8d", "", None, 5),
];

#[test]
fn every_dialect_is_read() {
    for (name, line, end, winner, nodes) in DIALECTS {
        let reading = read_file("dialects", name, Some(VariantId::Shogi));
        assert_eq!(reading.errors, [], "{name}");
        assert_eq!(moves(&reading.record), line, "{name}");
        let found = ending(&reading).unwrap_or_default();
        assert_eq!(found, (end.to_string(), winner), "{name}");
        assert_eq!(reading.record.tree.len(), nodes, "{name}");
        assert_eq!(reading.warnings, [], "{name}");
    }
}

#[test]
fn annotations_of_a_dialect_are_kept() {
    let header = |name: &str, header: HeaderName| {
        let reading = read_file("dialects", name, Some(VariantId::Shogi));
        reading.record.headers.get(&header).map(String::from)
    };
    let other = |name: &str| HeaderName::Other(name.into());
    for (file, name, value) in [
        ("shogihome.kifu", other("先手省略名"), "Ａ"),
        ("lishogi.kif", other("先手のチーム"), "North"),
        ("mate-problem.kif", other("手数"), "1手"),
        ("mate-problem.kif", other("手合割"), "詰将棋"),
        ("81dojo.json", HeaderName::Site, "81Dojo"),
        ("81dojo.json", other("I+"), "1500,120,x2|81WS"),
        ("81dojo.json", other("endtype"), "#DISCONNECT"),
        ("floodgate.csa", HeaderName::EndTime, "2026/04/06 12:10:00"),
        ("shogi-wars.csa", other("X_FINAL"), "持将棋"),
        ("latin-1.pgn", HeaderName::FirstPlayer, "Müller, René"),
        ("latin-1.pgn", HeaderName::SecondPlayer, "Ångström"),
        ("euc-jp.kif", HeaderName::SecondPlayer, "鈴木"),
        ("iso-2022-jp.kif", HeaderName::SecondPlayer, "鈴木"),
        ("cr-only.kif", HeaderName::SecondPlayer, "鈴木"),
        ("playok.psn", other("SenteElo"), "1500"),
    ] {
        assert_eq!(header(file, name).as_deref(), Some(value), "{file}");
    }
    for (file, comment) in [
        (
            "floodgate.csa",
            "Max_Moves:256\nLeast_Time_Per_Move:0\nrating:alpha+aa:beta+bb\nblack_rate:alpha+aa:3000.0",
        ),
        ("lishogi.csa", "an opening comment"),
        ("bod.kif", "手数＝1  ▲７六歩  まで"),
        ("kifu-for-js.jkf", "開始前\n二行目"),
    ] {
        let reading = read_file("dialects", file, Some(VariantId::Shogi));
        assert_eq!(reading.record.comment(), comment, "{file}");
    }
    let bod = read_file("dialects", "bod.kif", None);
    assert_eq!(bod.record.start.side_to_move(), Side::Second);
    let psn = read_file("dialects", "playok.psn", Some(VariantId::Shogi));
    let third = psn.record.tree.main_line().nth(2).expect("a move");
    assert_eq!(psn.record.tree.node(third).notes.nags, [1]);
    let site = read_file("dialects", "site.pgn", None);
    let last = site.record.tree.main_line().last().expect("an end");
    assert_eq!(site.record.tree.node(last).notes.comment, "tom won on time");
    assert_eq!(
        site.record.ending(),
        Some(&Ending::rules(Reason::Time, Some(Side::First)))
    );
}
