use komadai_notation::record::{EndReason, Ending, Format, GameRecord, HeaderName, write_record};
use komadai_rules::{AnyPosition, Reason, Setup, SetupRules, Side, VariantId};

use super::{errors, moves, read};

const GAME: &str = "\
'CSA encoding=UTF-8
V3.0
N+NAKAHARA
N-YONENAGA
$EVENT:13th World Computer Shogi Championship
$START_TIME:2003/05/03 10:30:00
PI
+
+7776FU
T12.5
'*a comment
'** 123 -3334FU
'for people
-3334FU,T6
+8822UM
-3122GI
+0055KA
%TORYO
T40
$END_TIME:2003/05/03 11:11:05
";

#[test]
fn a_game_is_read_with_its_annotations() {
    let record = read(GAME, Format::Csa);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(
        record.headers.get(&HeaderName::FirstPlayer),
        Some("NAKAHARA")
    );
    assert_eq!(
        record.headers.get(&HeaderName::EndTime),
        Some("2003/05/03 11:11:05")
    );
    assert_eq!(
        record.ending(),
        Some(&Ending::rules(Reason::Resignation, Some(Side::First)))
    );
    let nodes: Vec<_> = record
        .tree
        .main_line()
        .map(|id| record.tree.node(id))
        .collect();
    assert_eq!(nodes[0].notes.spent, Some(12_500));
    assert_eq!(nodes[0].notes.comment, "a comment\n-3334FU\nfor people");
    assert_eq!(nodes[1].notes.spent, Some(6_000));
    assert_eq!(nodes[5].notes.spent, Some(40_000));
    let written = write_record(&record, Format::Csa).expect("it fits");
    assert!(
        written.starts_with("'CSA encoding=UTF-8\nV3.0\nN+NAKAHARA\n"),
        "{written}"
    );
    assert!(
        written.contains("PI\n+\n+7776FU\nT12.5\n'** 123\n'*a comment\n"),
        "{written}"
    );
}

#[test]
fn whole_seconds_are_version_2_2() {
    let record = read("PI\n+\n+7776FU\nT12\n%CHUDAN\n", Format::Csa);
    let written = write_record(&record, Format::Csa).expect("it fits");
    assert_eq!(
        written,
        "'CSA encoding=UTF-8\nV2.2\nPI\n+\n+7776FU\nT12\n%CHUDAN\n"
    );
}

#[test]
fn every_start_is_read() {
    let two_piece = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    for (start, sfen) in [
        ("PI82HI22KA\n-\n", two_piece),
        (
            "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  *\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        (
            "P+59OU00HI00FU00FU\nP-51OU\nP-00AL\n-\n",
            "4k4/9/9/9/9/9/9/9/4K4 w R2Pr2b4g4s4n4l16p 1",
        ),
    ] {
        let record = read(start, Format::Csa);
        assert_eq!(record.start.to_string(), sfen);
    }
}

#[test]
fn every_handicap_round_trips() {
    for variant in [VariantId::Shogi, VariantId::Minishogi] {
        for handicap in variant.spec().handicaps {
            let setup = Setup::handicap(variant, handicap.id).expect("a handicap");
            let start = AnyPosition::from_setup(&setup, SetupRules::Play).expect("a position");
            let text = write_record(&GameRecord::new(start), Format::Csa).expect("it fits");
            assert_eq!(
                read(&text, Format::Csa).start.to_string(),
                start.to_string(),
                "{text}"
            );
        }
    }
}

#[test]
fn all_words_of_an_end_are_read() {
    let rules = Ending::rules;
    let (first, second) = (Some(Side::First), Some(Side::Second));
    for (word, ending) in [
        ("TORYO", rules(Reason::Resignation, first)),
        ("CHUDAN", Ending::without_winner(EndReason::Interrupted)),
        ("SENNICHITE", rules(Reason::Repetition, None)),
        ("TIME_UP", rules(Reason::Time, first)),
        ("ILLEGAL_MOVE", rules(Reason::IllegalMove, first)),
        ("+ILLEGAL_ACTION", rules(Reason::IllegalMove, second)),
        ("-ILLEGAL_ACTION", rules(Reason::IllegalMove, first)),
        ("JISHOGI", rules(Reason::Impasse, None)),
        ("KACHI", rules(Reason::Declaration, second)),
        ("HIKIWAKE", rules(Reason::Agreement, None)),
        ("MAX_MOVES", rules(Reason::MoveLimit, None)),
        ("TSUMI", rules(Reason::Checkmate, first)),
        ("FUZUMI", Ending::without_winner(EndReason::NoMate)),
        (
            "MATTA",
            Ending::without_winner(EndReason::Other("MATTA".into())),
        ),
    ] {
        let record = read(&format!("PI\n+\n+7776FU\n%{word}\n"), Format::Csa);
        assert_eq!(record.ending(), Some(&ending), "{word}");
    }
}

#[test]
fn errors_have_a_place_and_the_offending_text() {
    for (text, message) in [
        ("PI\n+\n+7775FU\n", "3:1: illegal move \"+7775FU\": "),
        (
            "PI\n+\n+7776KI\n",
            "3:1: no piece can make the move \"+7776KI\", expected +7776FU, or",
        ),
        (
            "PI\n+\n-3334FU\n",
            "3:1: no piece can make the move \"-3334FU\", expected a move of a piece of +",
        ),
        (
            "PI\n+\n+77\n",
            "3:1: not a move \"+77\", expected a move such as +7776FU",
        ),
        (
            "PI\n+\n+7776FU\nTx\n",
            "4:1: bad time \"Tx\", expected seconds",
        ),
        (
            "PI\n+\nhello\n",
            "3:1: unexpected text \"hello\", expected a move",
        ),
        (
            "PI82KA\n+\n",
            "1:3: bad start position \"82KA\", expected square and code",
        ),
        ("P1 * \n+\n", "1:3: bad start position"),
        ("P+55FU\n+\n", "1:2: bad start position"),
        (
            "$EVENT\n",
            "1:1: bad header \"$EVENT\", expected $NAME:VALUE",
        ),
    ] {
        let (_, messages) = errors(text, Format::Csa);
        assert!(messages[0].starts_with(message), "{text}\n{messages:?}");
    }
}
