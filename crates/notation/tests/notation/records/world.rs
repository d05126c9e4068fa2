//! Files of other programs, correct or damaged, each with one possible meaning.

use komadai_notation::record::{EndReason, Format, HeaderName, ReadOptions, Reading, read_record};
use komadai_rules::{Side, VariantId};

use super::{ending, moves, read_file};

fn world(name: &str) -> Reading {
    let reading = read_file("notation/records/world", name, Some(VariantId::Shogi));
    assert_eq!(reading.errors, [], "{name}");
    reading
}

#[test]
fn a_drop_may_have_an_origin_of_zeros() {
    let reading = world("D01-drop-00.kif");
    let expected = "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b";
    assert_eq!(moves(&reading.record), expected);
    let bare =
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ４五角(00)\n";
    let reading = read_record(bare, Format::Kif, &ReadOptions::default());
    assert_eq!(moves(&reading.record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
}

#[test]
fn ends_of_81dojo_are_read() {
    let second = Some(Side::Second);
    for (name, reason) in [
        ("D02a-81dojo-timeup-word.kif", "time"),
        ("D02b-81dojo-timeup-comment.kif", "time"),
        ("D02c-81dojo-disconnect-comment.kif", "disconnected"),
    ] {
        let reading = world(name);
        assert_eq!(ending(&reading), Some((reason.into(), second)), "{name}");
        assert_eq!(moves(&reading.record), "2h7h 5a4b", "{name}");
    }
    // For other sites it is a comment.
    let text = "場所：自宅\n1 ７六歩(77)\n*時間切れにて終局\n";
    let reading = read_record(text, Format::Kif, &ReadOptions::default());
    assert_eq!(reading.record.ending(), None);
}

#[test]
fn a_summary_of_floodgate_ends_the_game() {
    for (name, reason, winner) in [
        ("D04a-floodgate-timeup.csa", "time", Some(Side::Second)),
        ("D04b-floodgate-sennichite.csa", "repetition", None),
        (
            "D04c-floodgate-illegal.csa",
            "illegal-move",
            Some(Side::Second),
        ),
    ] {
        let reading = world(name);
        assert_eq!(ending(&reading), Some((reason.into(), winner)), "{name}");
        let end = reading.record.headers.get(&HeaderName::EndTime);
        assert_eq!(end, Some("2024/01/01 00:01:00"));
    }
    let first = Some(Side::First);
    for (reason, results, end, expected) in [
        ("toryo", ["win", "lose"], "", ("resignation", first)),
        ("kachi", ["win", "lose"], "%KACHI\n", ("declaration", first)),
        // A failed declaration loses.
        (
            "illegal kachi",
            ["lose", "win"],
            "%KACHI\n",
            ("failed-declaration", Some(Side::Second)),
        ),
        ("uchifuzume", ["win", "lose"], "", ("illegal-move", first)),
        (
            "oute_sennichite",
            ["win", "lose"],
            "",
            ("perpetual-check", first),
        ),
        ("max_moves", ["draw", "draw"], "", ("move-limit", None)),
        ("jishogi", ["draw", "draw"], "", ("impasse", None)),
        (
            "abnormal",
            ["win", "lose"],
            "%TORYO\n",
            ("disconnected", first),
        ),
    ] {
        let [one, other] = results;
        let text = format!("PI\n+\n+7776FU\n-3334FU\n{end}'summary:{reason}:a:b {one}:c {other}\n");
        let reading = read_record(&text, Format::Csa, &ReadOptions::default());
        assert_eq!(reading.errors, [], "{text}");
        assert_eq!(
            ending(&reading),
            Some((expected.0.into(), expected.1)),
            "{text}"
        );
    }
}

#[test]
fn a_wrong_move_number_gives_way_to_the_move() {
    let reading = world("D06a-number-skipped.kif");
    assert_eq!(moves(&reading.record), "7g7f 3c3d 2g2f 8c8d");
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["7:4: wrong move number \"4 ２六歩(27)\", expected 3"]
    );

    let reading = world("D06b-number-twice-in-variation.kif");
    let tree = &reading.record.tree;
    let second = tree
        .node(tree.main_line().next().expect("a move"))
        .children();
    let line: Vec<_> = tree.line_from(second[1]).collect();
    assert_eq!(line.len(), 4, "8c8d 7i6h 8d8e 6h7g");
    assert_eq!(reading.warnings.len(), 1);
    // After the gap variations use the file's numbers.
    let text = "1 ７六歩(77)\n3 ３四歩(33)\n4 ２六歩(27)\n変化：4手\n4 ６六歩(67)\n";
    let reading = read_record(text, Format::Kif, &ReadOptions::default());
    assert_eq!((reading.errors.len(), reading.warnings.len()), (0, 1));
    assert_eq!(reading.record.tree.len(), 1 + 3 + 1);
}

#[test]
fn variations_may_stand_in_the_order_of_the_game() {
    let text = "\
1 ７六歩(77)
2 ３四歩(33)
3 ２六歩(27)
4 ４四歩(43)
変化：2手
2 ８四歩(83)
変化：4手
4 ８四歩(83)
";
    let reading = read_record(text, Format::Kif, &ReadOptions::default());
    assert_eq!((reading.errors.len(), reading.warnings.len()), (0, 0));
    let tree = &reading.record.tree;
    let counts: Vec<usize> = tree
        .main_line()
        .map(|id| tree.node(id).children().len())
        .collect();
    assert_eq!(counts, [2, 1, 2, 0]);
}

#[test]
fn names_of_handicaps_are_those_of_lishogi_too() {
    for (name, start) in [
        (
            "D07a-ryokyo-ochi.kif",
            "1nsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "D07b-tonbo.kif",
            "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "D07c-kyumai.kif",
            "4kg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
    ] {
        let reading = world(name);
        assert_eq!(reading.record.start.to_string(), start, "{name}");
        assert_eq!(reading.record.main_line().len(), 2, "{name}");
    }
}

/// Names in shogiops (`handicaps.ts`); lishogi's 三枚落ち differs from the usual one.
#[test]
fn every_handicap_that_lishogi_names_is_read() {
    let names = "香落ち 右香落ち 両香落ち 角落ち 飛車落ち 飛香落ち 二枚落ち 三枚落ち 四枚落ち 五枚落ち \
        六枚落ち 七枚落ち 八枚落ち 九枚落ち 十枚落ち 歩三兵 裸玉 トンボ＋桂香 トンボ＋香 トンボ 太閤将棋 \
        香得 両香得 角得 飛車得 飛香得 二枚得 三枚得 四枚得 五枚得 六枚得 七枚得 八枚得 九枚得";
    let mut starts: Vec<String> = Vec::new();
    for name in names.split_whitespace() {
        let text = format!("場所：https://lishogi.org/a\n手合割：{name}\n下手：a\n上手：b\n");
        let reading = read_record(&text, Format::Kif, &ReadOptions::default());
        assert_eq!(reading.errors, [], "{name}");
        starts.push(reading.record.start.to_string());
    }
    assert_eq!(starts.len(), 34);
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), 34);
    assert!(starts.contains(&"1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".into()));
}

#[test]
fn a_rank_of_csa_may_end_in_a_point() {
    let reading = world("D10-row-dot.csa");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
    assert_eq!(
        reading.record.start,
        komadai_rules::AnyPosition::start(VariantId::Shogi)
    );
}

#[test]
fn a_number_may_have_a_point() {
    let reading = world("D11-number-dot.kif");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
}

#[test]
fn players_of_psn_are_sente_and_gote() {
    let reading = world("D12-gote.psn");
    let header = |name| reading.record.headers.get(&name);
    assert_eq!(header(HeaderName::FirstPlayer), Some("a"));
    assert_eq!(header(HeaderName::SecondPlayer), Some("b"));
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
    let text = "[Sente \"a\"]\n[Black \"a\"]\n[White \"b\"]\n\n1. P7g-7f *\n";
    let options = ReadOptions {
        variant: Some(VariantId::Shogi),
        ..ReadOptions::default()
    };
    let reading = read_record(text, Format::Pgn, &options);
    let header = |name| reading.record.headers.get(&name);
    assert_eq!(header(HeaderName::SecondPlayer), Some("b"));
    assert_eq!(reading.warnings, []);
}

#[test]
fn one_damaged_character_spoils_nothing_else() {
    let reading = world("D14a-name-cut.kif");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
    assert_eq!(
        ending(&reading),
        Some(("resignation".into(), Some(Side::Second)))
    );
    let second = reading.record.headers.get(&HeaderName::SecondPlayer);
    assert_eq!(second, Some("乙"));
    assert!(
        reading.warnings[0].to_string().starts_with("2:"),
        "{:?}",
        reading.warnings
    );

    let reading = world("D14b-comment.kif");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
    assert_eq!(reading.warnings.len(), 1);
}

#[test]
fn a_second_end_is_no_error() {
    let reading = world("D16-two-ends.kif");
    assert_eq!(moves(&reading.record), "7g7f");
    assert_eq!(
        ending(&reading),
        Some(("resignation".into(), Some(Side::First)))
    );
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].starts_with("7:6: another end of the game \"中断\""),
        "{warnings:?}"
    );
}

#[test]
fn moves_after_an_end_are_a_variation_to_it() {
    let text = "1 ７六歩(77)\n2 中断\n3 ３四歩(33)\n4 ２六歩(27)\n";
    let reading = read_record(text, Format::Kif, &ReadOptions::default());
    assert_eq!(reading.errors, []);
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(reading.record.tree.len(), 1 + 1 + 1 + 2);
    assert_eq!(
        reading.record.ending().map(|end| &end.reason),
        Some(&EndReason::Interrupted)
    );
}

#[test]
fn names_of_minishogi_are_read() {
    let reading = read_file("notation/records/world", "D17-gogo.kif", None);
    assert_eq!(reading.errors, []);
    assert_eq!(reading.record.variant(), VariantId::Minishogi);
    assert_eq!(moves(&reading.record), "3e3d 3a3b");
}

#[test]
fn the_mark_of_a_pinned_piece_means_that_piece() {
    // The gold on 5h is pinned; the gold on 3h needs no mark.
    let start = "k3r4/9/9/9/9/9/9/4G1G2/4K4 b - 1";
    let setup = komadai_rules::Setup::parse(VariantId::Shogi, start).expect("a setup");
    let position = komadai_rules::AnyPosition::from_setup(&setup, komadai_rules::SetupRules::Play)
        .expect("a position");
    let style = komadai_notation::DisplayStyle::Japanese;
    let read = |text| komadai_notation::read_typed_move(&position, text, None, style);
    assert!(read("４八金左").is_err());
    let gold = komadai_rules::Move::parse(VariantId::Shogi, "3h4h").expect("a move");
    for text in ["４八金", "４八金右", "４八金寄"] {
        assert_eq!(read(text), Ok(gold), "{text}");
    }
}
