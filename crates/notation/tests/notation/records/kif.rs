//! KIF and KI2: the written text, and all spellings that are read.

use komadai_notation::record::{
    EndReason, Ending, Format, GameRecord, HeaderName, MoveTree, Start, write_record,
};
use komadai_rules::{AnyPosition, Reason, Setup, SetupRules, Side, VariantId};

use super::{errors, moves, read};

const GAME: &str = "\
# ---- Kifu for Windows ----
開始日時：1999/07/15(木) 19:07:12
手合割：平手
先手：山田
後手：鈴木
手数----指手---------消費時間--
*対局前のコメント
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:01/00:00:01)+
*よくある形
&しおり
   3 ２二角成(88) ( 1:02/00:01:18)
   4 同　銀(31)   ( 0:00/00:00:01)
   5 ５五角打     ( 0:05/00:01:23)
   6 投了         ( 0:03/00:00:04)
まで5手で先手の勝ち

変化：2手
   2 ８四歩(83)   ( 0:09/00:00:09)
";

#[test]
fn a_game_is_read_with_its_annotations() {
    let record = read(GAME, Format::Kif);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.headers.get(&HeaderName::SecondPlayer), Some("鈴木"));
    assert_eq!(record.comment(), "対局前のコメント");
    assert_eq!(
        record.ending(),
        Some(&Ending::rules(Reason::Resignation, Some(Side::First)))
    );
    let first = record.tree.node(MoveTree::ROOT).children()[0];
    assert_eq!(record.tree.node(first).notes.spent, Some(16_000));
    let seconds = record.tree.node(first).children();
    assert_eq!(seconds.len(), 2);
    let notes = &record.tree.node(seconds[0]).notes;
    assert_eq!(
        (notes.comment.as_str(), notes.bookmark.as_str()),
        ("よくある形", "しおり")
    );
    assert_eq!(record.tree.node(seconds[1]).notes.spent, Some(9_000));
}

#[test]
fn a_game_is_written_as_it_is_usual() {
    let record = read(GAME, Format::Kif);
    let written = write_record(&record, Format::Kif).expect("it fits");
    for line in [
        "手合割：平手",
        "先手：山田",
        "   1 ７六歩(77)   ( 0:16/00:00:16)",
        "   2 ３四歩(33)   ( 0:01/00:00:01)+",
        "   3 ２二角成(88) ( 1:02/00:01:18)",
        "   4 同　銀(31)   ( 0:00/00:00:01)",
        "   5 ５五角打     ( 0:05/00:01:23)",
        "   6 投了         ( 0:03/00:00:04)",
        "まで5手で先手の勝ち",
        "変化：2手",
    ] {
        assert!(
            written.lines().any(|found| found == line),
            "{line}\n{written}"
        );
    }
    let books = write_record(&record, Format::Ki2).expect("it fits");
    assert!(
        books.contains("▲７六歩      △３四歩\n*よくある形\n&しおり\n▲２二角成    △同銀"),
        "{books}"
    );
    assert!(
        books.contains("まで5手で先手の勝ち\n\n変化：2手\n△８四歩"),
        "{books}"
    );
}

/// One move after the usual first ones, in every spelling.
#[test]
fn every_spelling_of_a_move_is_read() {
    let before = "1 ７六歩(77)\n2 ３四歩(33)\n";
    for (spelling, usi) in [
        ("3 ２二角成(88)", "8h2b+"),
        ("3 ▲２二角成(88)", "8h2b+"),
        ("  ３　２二角成（８８）", "8h2b+"),
        ("3 22角成(88)", "8h2b+"),
        ("3 ２２角成(88)", "8h2b+"),
        ("3 ２二角成 (88)", "8h2b+"),
        ("3 ２二角成(88)( 0:01/00:00:02)", "8h2b+"),
        ("3 ２二角(88)", "8h2b"),
        ("3 ２二角不成(88)", "8h2b"),
        ("3 ２二角生(88)", "8h2b"),
        ("3 ５八王(59)", "5i5h"),
        ("3 ５八玉(59)", "5i5h"),
        ("3 ５八飛車(28)", "2h5h"),
        ("3 ５八金右", "4i5h"),
    ] {
        let record = read(&format!("{before}{spelling}\n"), Format::Kif);
        assert_eq!(moves(&record), format!("7g7f 3c3d {usi}"), "{spelling}");
    }
    let crlf = GAME.replace('\n', "\r\n");
    assert_eq!(
        moves(&read(&crlf, Format::Kif)),
        moves(&read(GAME, Format::Kif))
    );
    let mark = format!("\u{feff}{GAME}");
    assert_eq!(
        moves(&read(&mark, Format::Kif)),
        moves(&read(GAME, Format::Kif))
    );
}

#[test]
fn same_square_drops_and_old_names_are_read() {
    let record = read(
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ３三角打\n6 同　桂(21)\n",
        Format::Kif,
    );
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*3c 2a3c");
    let promoted = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v王 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ 全 圭 ・ ・ 杏 ・ と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ 竜 ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二　歩十七
";
    for (spelling, usi) in [
        ("1 ７二全(73)", "7c7b"),
        ("1 ６二成桂(63)", "6c6b"),
        ("1 ３二杏(33)", "3c3b"),
        ("1 ２二龍(28)", "2h2b"),
        ("1 ２二竜(28)", "2h2b"),
    ] {
        let record = read(&format!("{promoted}{spelling}\n"), Format::Kif);
        assert_eq!(moves(&record), usi);
    }
}

#[test]
fn all_words_of_an_end_are_read() {
    let rules = Ending::rules;
    let (first, second) = (Some(Side::First), Some(Side::Second));
    let other = |reason, winner| Ending { reason, winner };
    for (word, ending) in [
        ("投了", rules(Reason::Resignation, first)),
        ("中断", other(EndReason::Interrupted, None)),
        ("千日手", rules(Reason::Repetition, None)),
        ("持将棋", rules(Reason::Impasse, None)),
        ("詰み", rules(Reason::Checkmate, first)),
        ("切れ負け", rules(Reason::Time, first)),
        ("反則勝ち", rules(Reason::IllegalMove, second)),
        ("反則負け", rules(Reason::IllegalMove, first)),
        ("入玉勝ち", rules(Reason::Declaration, second)),
        ("不戦勝", other(EndReason::Forfeit, second)),
        ("不戦敗", other(EndReason::Forfeit, first)),
        ("不詰", other(EndReason::NoMate, None)),
        ("雷鳴", other(EndReason::Other("雷鳴".into()), None)),
    ] {
        let record = read(&format!("1 ７六歩(77)\n2 {word}\n"), Format::Kif);
        assert_eq!(record.ending(), Some(&ending), "{word}");
    }
    for (line, ending) in [
        ("まで1手で先手の勝ち", rules(Reason::Resignation, first)),
        (
            "まで、1手で時間切れにより先手の勝ち",
            rules(Reason::Time, first),
        ),
        (
            "まで1手で後手の入玉勝ち",
            rules(Reason::Declaration, second),
        ),
        ("まで1手で後手の反則負け", rules(Reason::IllegalMove, first)),
        ("まで1手で千日手", rules(Reason::Repetition, None)),
        ("まで1手で中断", other(EndReason::Interrupted, None)),
        ("まで1手詰", rules(Reason::Checkmate, first)),
    ] {
        let record = read(&format!("▲７六歩\n{line}\n"), Format::Ki2);
        assert_eq!(record.ending(), Some(&ending), "{line}");
    }
}

#[test]
fn every_handicap_round_trips() {
    for variant in VariantId::ALL
        .into_iter()
        .filter(|&variant| Format::Kif.fits(variant))
    {
        for handicap in variant.spec().handicaps {
            let setup = Setup::handicap(variant, handicap.id).expect("a handicap");
            let start = AnyPosition::from_setup(&setup, SetupRules::Play).expect("a position");
            let record = GameRecord::new(start);
            for format in [Format::Kif, Format::Ki2] {
                let text = write_record(&record, format).expect("it fits");
                let back = read(&text, format);
                assert_eq!(back.start.to_string(), start.to_string(), "{text}");
            }
        }
    }
    for (name, sfen) in [
        (
            "三枚落ち",
            "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "右香落ち",
            "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "飛落ち",
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
    ] {
        let record = read(&format!("手合割：{name}\n"), Format::Kif);
        assert_eq!(record.start.to_string(), sfen);
    }
    let record = read(
        "手合割：角落ち\n下手：A\n上手：B\n1 ６二銀(71)\n",
        Format::Kif,
    );
    assert!(matches!(record.start_kind(), Start::Handicap(handicap) if handicap.id == "bishop"));
    assert_eq!(record.headers.get(&HeaderName::FirstPlayer), Some("A"));
    let text = write_record(&record, Format::Kif).expect("it fits");
    assert!(
        text.contains("上手：B\n") && text.contains("手合割：角落ち\n"),
        "{text}"
    );
}

#[test]
fn minishogi_and_tori_shogi_are_read_and_written() {
    let record = read("手合割：5五将棋\n1 ５三歩(54)\n2 １三歩(12)\n", Format::Kif);
    assert_eq!(record.variant(), VariantId::Minishogi);
    assert_eq!(moves(&record), "5d5c 1b1c");
    let record = read("手合割：禽将棋\n▲３三燕 △同鷹\n", Format::Ki2);
    assert_eq!(record.variant(), VariantId::Torishogi);
    assert_eq!(moves(&record), "3d3c 4b3c");
}

#[test]
fn a_diagram_of_quails_says_which_is_which() {
    let handicap = Setup::handicap(VariantId::Torishogi, "falcon").expect("a handicap");
    let start = AnyPosition::from_setup(&handicap, SetupRules::Play).expect("a position");
    let text = write_record(&GameRecord::new(start), Format::Kif).expect("it fits");
    assert!(
        text.contains("|v右鶉  v雉  v鶴  v鵬  v鶴  v雉v左鶉|一\n"),
        "{text}"
    );
    assert!(text.contains("後手番\n"), "{text}");
    assert_eq!(read(&text, Format::Kif).start, start);
}

#[test]
fn a_mate_problem_may_lack_a_king() {
    let text = "\
後手の持駒：飛　金四
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：銀
   1 ５二銀打
   2 詰み
";
    let record = read(text, Format::Kif);
    assert_eq!(moves(&record), "S*5b");
}

#[test]
fn errors_have_a_place_and_the_offending_text() {
    for (text, message) in [
        (
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四銀(33)\n",
            "3:6: no piece can make the move \"３四銀(33)\", expected",
        ),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ７六歩(77)\n", "3:3: "),
        (
            "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(77)\n",
            "3:3: no piece can make the move \"２二角成(77)\", expected ▲２二角成",
        ),
        (
            "1 ７六歩(77)\n3 ２六歩(27)\n",
            "2:1: wrong move number \"3 ２六歩(27)\", expected 2",
        ),
        (
            "1 ７六歩(77)\n変化：5手\n",
            "2:4: a variation that branches off nowhere \"5手\", expected the number of a move up to 2",
        ),
        (
            "1 ７六歩(77)(x:5/)\n",
            "1:11: bad time \"x:5\", expected a time such as ( 0:05/00:00:05)",
        ),
        (
            "1 ７六歩(77)\nhello\n",
            "2:1: unexpected text \"hello\", expected a move",
        ),
        ("1 ５五角打\n", "1:3: illegal move \"５五角打\": "),
        (
            "| ・ ・|一\n",
            "1:2: unknown game \" ・ ・|一\", expected 9 ranks",
        ),
        (
            "先手の持駒：金\n|・・・・・|一\n|・・・・・|二\n|・・・・・|三\n|・・・・・|四\n|・・・・・|五\n",
            "2:2: bad start position",
        ),
    ] {
        let (_, messages) = errors(text, Format::Kif);
        assert!(messages[0].starts_with(message), "{text}\n{messages:?}");
    }
}

/// The last move drops a second pawn on a file; the next line reports it.
#[test]
fn an_illegal_move_that_ended_the_game_is_no_error() {
    let ending = Ending::rules(Reason::IllegalMove, Some(Side::Second));
    let moves_before = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n";
    for (text, format) in [
        (
            format!("{moves_before}5 ２三角打\n6 △２四歩(23)\n7 ７七歩打\n8 反則勝ち\n"),
            Format::Kif,
        ),
        (
            format!("{moves_before}5 ７七歩打 ( 0:05/00:00:05)\n6 反則勝ち ( 0:01/00:00:01)\n"),
            Format::Kif,
        ),
        (
            format!("{moves_before}5 ７七歩打\nまで5手で後手の反則勝ち\n"),
            Format::Kif,
        ),
        (
            "PI\n+\n+7776FU\n-3334FU\n+0055FU\n%-ILLEGAL_ACTION\n".into(),
            Format::Csa,
        ),
        (
            "PI\n+\n+7776FU\n-3334FU\n+0055FU\n%ILLEGAL_MOVE\n".into(),
            Format::Csa,
        ),
    ] {
        let record = read(&text, format);
        let last = record.tree.main_line().last().expect("an end");
        assert_eq!(record.ending(), Some(&ending), "{text}");
        assert!(!record.tree.node(last).notes.comment.is_empty());
    }
}

#[test]
fn the_line_before_an_error_and_other_variations_are_kept() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)\n3 ９九歩(77)\n4 ８四歩(83)\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n";
    let (reading, messages) = errors(text, Format::Kif);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
    let first = reading.record.tree.node(MoveTree::ROOT).children()[0];
    assert_eq!(reading.record.tree.node(first).children().len(), 2);
    assert_eq!(reading.record.tree.len(), 1 + 2 + 2);
}

#[test]
fn move_numbers_may_start_above_one() {
    let record = read(
        "37 ７六歩(77)\n38 ３四歩(33)\n変化：38手\n38 ８四歩(83)\n",
        Format::Kif,
    );
    assert_eq!(moves(&record), "7g7f 3c3d");
    assert_eq!(record.tree.len(), 4);
}

#[test]
fn nested_variations_of_kifu_for_windows_are_read() {
    let text = "\
1 ２六歩(27)
2 ３四歩(33)+
3 ２五歩(26)
4 ３三角(22)+
5 ７六歩(77)
変化：4手
4 ８四歩(83)
5 ７六歩(77)+
6 ３二金(41)
変化：5手
5 ７八金(69)
変化：2手
2 ８四歩(83)
";
    let record = read(text, Format::Kif);
    assert_eq!(moves(&record), "2g2f 3c3d 2f2e 2b3c 7g7f");
    assert_eq!(record.tree.len(), 1 + 5 + 3 + 1 + 1);
    let again = read(
        &write_record(&record, Format::Kif).expect("it fits"),
        Format::Kif,
    );
    assert!(again.tree == record.tree);
}

#[test]
fn text_without_a_record_is_an_error() {
    let expected = "expected headers such as 手合割：平手, or a move such as 1 ７六歩(77)";
    for (text, place) in [
        ("milk, eggs\n", "1:1: no game \"milk, eggs\", "),
        (
            "# a comment\n\nnote: buy milk\nhello",
            "4:1: no game \"hello\", ",
        ),
        // All of it is one comment, with other kinds of line ends.
        ("# Kifu\r手合割：平手\r   1 ７六歩(77)\r", "1:1: no game, "),
    ] {
        let (_, messages) = errors(text, Format::Kif);
        assert_eq!(messages, [format!("{place}{expected}")], "{text}");
    }
    for text in [
        "先手：A\n",
        "手合割：平手\n",
        "手数----指手--\n",
        "後手番\n",
    ] {
        assert!(read(text, Format::Kif).tree.is_empty(), "{text}");
    }
}

#[test]
fn an_unknown_handicap_is_reported() {
    let text = "先手：A\n手合割：猫落ち\n   1 ７六歩(77)\n";
    let (reading, messages) = errors(text, Format::Kif);
    assert_eq!(messages.len(), 1, "{messages:?}");
    let wanted = "2:5: bad start position \"猫落ち\", expected 平手, a handicap such as 二枚落ち";
    assert!(messages[0].starts_with(wanted), "{messages:?}");
    assert_eq!(moves(&reading.record), "7g7f");
    assert!(
        read("手合割：その他\n1 ７六歩(77)\n", Format::Kif)
            .main_line()
            .len()
            == 1
    );
}

#[test]
fn a_hand_that_the_named_start_does_not_have_is_an_error() {
    let text = |hand: &str| format!("手合割：平手\n先手の持駒：{hand}\n   1 ７六歩(77)\n");
    assert_eq!(read(&text("なし"), Format::Kif).main_line().len(), 1);
    for (hand, wanted) in [
        ("飛", "2:7: bad start position \"飛\", expected the hand of"),
        (
            "猫",
            "2:7: bad start position \"猫\", expected pieces such as",
        ),
    ] {
        let (_, messages) = errors(&text(hand), Format::Kif);
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].starts_with(wanted), "{messages:?}");
    }
}
