use komadai_notation::record::{
    EndReason, Ending, Eval, Format, HeaderName, MoveTree, ReadOptions, read_record, write_record,
};
use komadai_rules::{Reason, Side, VariantId};

use super::{errors, moves, read};

/// An export of pychess.
const SHOGUN: &str = "\
[Event \"PyChess rated game\"]
[Site \"https://www.pychess.org/abc\"]
[Date \"2024.01.02\"]
[Round \"-\"]
[White \"a \\\"b\\\" c\"]
[Black \"d\"]
[Result \"1-0\"]
[TimeControl \"180+2\"]
[WhiteElo \"1500?\"]
[Variant \"Shogun\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%clk 0:02:51][%eval 0.35] Ruy Lopez} a6 $1 (3... Nf6 4. O-O
Nxe4?!) 4. Bxc6 dxc6 5. O-O 1-0
";

#[test]
fn a_game_is_read_with_its_annotations() {
    let record = read(SHOGUN, Format::Pgn);
    assert_eq!(
        moves(&record),
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"
    );
    assert_eq!(
        record.headers.get(&HeaderName::FirstPlayer),
        Some("a \"b\" c")
    );
    assert_eq!(
        record.headers.get(&HeaderName::StartTime),
        Some("2024/01/02")
    );
    assert_eq!(record.headers.get(&HeaderName::Round), None);
    assert_eq!(
        record.headers.get(&HeaderName::Other("WhiteElo".into())),
        Some("1500?")
    );
    assert_eq!(
        record.ending(),
        Some(&Ending::rules(Reason::Resignation, Some(Side::First)))
    );
    let nodes: Vec<_> = record.tree.main_line().collect();
    let bishop = &record.tree.node(nodes[4]).notes;
    assert_eq!(
        (bishop.clock, bishop.eval),
        (Some(171_000), Some(Eval::Centipawns(35)))
    );
    assert_eq!(bishop.comment, "Ruy Lopez");
    assert_eq!(record.tree.node(nodes[5]).notes.nags, [1]);
    let replies = record.tree.node(nodes[4]).children();
    assert_eq!(replies.len(), 2);
    let last = record.tree.line_from(replies[1]).last().expect("a move");
    assert_eq!(record.tree.node(last).notes.nags, [6]);
}

#[test]
fn a_game_is_written_as_pychess_does() {
    let record = read(SHOGUN, Format::Pgn);
    let written = write_record(&record, Format::Pgn).expect("it fits");
    for part in [
        "[Date \"2024.01.02\"]\n[Round \"?\"]\n[White \"a \\\"b\\\" c\"]",
        "[Result \"1-0\"]\n[Variant \"Shogun\"]\n",
        "3. Bb5 {[%eval 0.35] [%clk 0:02:51] Ruy Lopez}",
        "3... a6 $1 (3... Nf6 4. O-O Nxe4 $6) 4. Bxc6 dxc6 5. O-O 1-0",
    ] {
        let unwrapped = written.replace('\n', " ");
        assert!(
            written.contains(part) || unwrapped.contains(part),
            "{part}
{written}"
        );
    }
    assert!(written.ends_with("O-O 1-0\n"), "{written}");
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
}

#[test]
fn the_shogi_family_is_written_with_numbers() {
    for (variant, line, text) in [
        (
            VariantId::Shogi,
            "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
            "1. P-76 P-34 2. Bx22+ Sx22 3. B*55 *",
        ),
        (
            VariantId::Minishogi,
            "startpos moves 5d5c 1b1c",
            "1. P-53 P-13 *",
        ),
        (
            VariantId::Torishogi,
            "startpos moves 3d3c 4b3c",
            "1. Sx33 Fx33 *",
        ),
        (VariantId::Shogun, "startpos moves e2e4 e7e5", "1. e4 e5 *"),
    ] {
        let options = ReadOptions {
            variant: Some(variant),
            ..ReadOptions::default()
        };
        let reading = read_record(line, Format::Usi, &options);
        assert_eq!(reading.errors, []);
        let written = write_record(&reading.record, Format::Pgn).expect("it fits");
        assert!(written.ends_with(&format!("\n{text}\n")), "{written}");
        let back = read(&written, Format::Pgn);
        assert_eq!(
            (back.variant(), moves(&back)),
            (variant, moves(&reading.record))
        );
    }
}

#[test]
fn the_variant_may_be_spelt_in_many_ways() {
    for (variant, game) in [
        ("Shogi", VariantId::Shogi),
        ("minishogi", VariantId::Minishogi),
        ("Mini-Shogi", VariantId::Minishogi),
        ("Tori Shogi", VariantId::Torishogi),
        ("Shogun Chess", VariantId::Shogun),
    ] {
        let record = read(&format!("[Variant \"{variant}\"]\n\n*\n"), Format::Pgn);
        assert_eq!(record.variant(), game);
    }
    let fen = "[FEN \"rbsgk/4p/5/P4/KGSBR[] w - - 0 1\"]\n\n1. P-53 *\n";
    assert_eq!(read(fen, Format::Pgn).variant(), VariantId::Minishogi);
}

#[test]
fn a_position_with_the_second_side_to_move_is_numbered_so() {
    let text = "[Variant \"Shogi\"]\n[FEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1\"]\n\n1... P-34 2. Bx22+ *\n";
    let record = read(text, Format::Pgn);
    assert_eq!(moves(&record), "3c3d 8h2b+");
    let written = write_record(&record, Format::Pgn).expect("it fits");
    assert!(written.ends_with("1... P-34 2. Bx22+ *\n"), "{written}");
}

#[test]
fn an_end_is_judged_where_only_the_result_is_known() {
    let tags = "[Variant \"Shogun\"]\n\n";
    for (moves, ending) in [
        (
            "1. f3 e5 2. g4 Qh4# 0-1",
            Some(Ending::rules(Reason::Checkmate, Some(Side::Second))),
        ),
        (
            "1. f3 0-1",
            Some(Ending::rules(Reason::Resignation, Some(Side::Second))),
        ),
        (
            "1. f3 1/2-1/2",
            Some(Ending::rules(Reason::Agreement, None)),
        ),
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
            Some(Ending::rules(Reason::Repetition, None)),
        ),
        ("1. f3 *", None),
    ] {
        let record = read(&format!("{tags}{moves}\n"), Format::Pgn);
        assert_eq!(record.ending(), ending.as_ref(), "{moves}");
    }
    for (termination, reason) in [
        ("Time forfeit", EndReason::Rules(Reason::Time)),
        ("rules infraction", EndReason::Rules(Reason::IllegalMove)),
        ("Abandoned", EndReason::Disconnected),
        ("forfeit", EndReason::Forfeit),
        ("adjudication", EndReason::Other("adjudication".into())),
        ("Ada won on time", EndReason::Rules(Reason::Time)),
        (
            "a won by resignation",
            EndReason::Rules(Reason::Resignation),
        ),
    ] {
        let text = format!("[Variant \"Shogi\"]\n[Termination \"{termination}\"]\n\n1. P-76 1-0\n");
        let record = read(&text, Format::Pgn);
        assert_eq!(
            record.ending().map(|ending| ending.reason.clone()),
            Some(reason)
        );
    }
}

#[test]
fn comments_of_all_kinds_are_read() {
    let text = "[Variant \"Shogi\"]\n\n{before} 1. P-76 {one} {two} ; three\n% skipped\n({first} 1. P-26 {[%foo Ga1b2] x}) 1... P-34 *\n";
    let record = read(text, Format::Pgn);
    assert_eq!(record.comment(), "before");
    let children = record.tree.node(MoveTree::ROOT).children();
    let notes = |index: usize| &record.tree.node(children[index]).notes;
    assert_eq!(notes(0).comment, "one\ntwo\nthree");
    assert_eq!(notes(1).comment_before, "first");
    assert_eq!(notes(1).comment, "[%foo Ga1b2] x");
    assert_eq!(moves(&record), "7g7f 3c3d");
}

#[test]
fn moves_after_the_end_become_a_comment() {
    let kif = "1 ７六歩(77)\n2 投了\n変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n";
    let written = write_record(&read(kif, Format::Kif), Format::Pgn).expect("it fits");
    assert!(
        written.ends_with("1. P-76 {1... P-34 P-26} 1-0\n"),
        "{written}"
    );
}

#[test]
fn errors_have_a_place_and_the_offending_text() {
    for (text, message) in [
        (
            "1. e4 *\n",
            "1:1: unknown game, expected a tag [Variant \"…\"]",
        ),
        (
            "[Variant \"Crazyhouse\"]\n\n1. e4 *\n",
            "1:1: unknown game \"Crazyhouse\", expected Shogi",
        ),
        ("[Variant \"Shogun\"]\n\n1. e4 e6 2. e6 *\n", "3:13: "),
        (
            "[Variant \"Shogun\"]\n\n1. e4 hello *\n",
            "3:7: not a move \"hello\", expected a legal move such as",
        ),
        (
            "[Variant \"Shogun\"]\n\n1. e4 (1. d4 *\n",
            "4:1: no end of \"(\", expected ) after the variation",
        ),
        (
            "[Variant \"Shogun\"]\n\n1. e4 {never\n",
            "3:7: no end of \"never\", expected } after the comment",
        ),
        (
            "[Variant \"Shogun\"]\n\n( 1. e4 ) *\n",
            "3:1: a variation that branches off nowhere",
        ),
        (
            "[Variant \"Shogun\"]\n\n1. e4 ) *\n",
            "3:7: unexpected text \")\", expected a ( before it",
        ),
        (
            "[Variant \"Shogun\"]\n[FEN \"8/8/8\"]\n\n*\n",
            "2:12: bad start position, expected",
        ),
        (
            "[Variant Shogun]\n\n*\n",
            "1:1: bad header \"[Variant Shogun]\", expected a tag",
        ),
        (
            "[Variant \"Shogi\"]\n\n1. P-76 P-34 2. Bx22+ Sx22 3. S-99 *\n",
            "3:31: ",
        ),
    ] {
        let (_, messages) = errors(text, Format::Pgn);
        assert!(messages[0].starts_with(message), "{text}\n{messages:?}");
    }
}

#[test]
fn a_comment_before_the_first_move_is_read_where_there_are_no_tags() {
    let text = "{hello} 1. P-76 P-34 *\n";
    assert_eq!(Format::detect(text), Some(Format::Pgn));
    let options = ReadOptions {
        variant: Some(VariantId::Shogi),
        ..ReadOptions::default()
    };
    let reading = read_record(text, Format::Pgn, &options);
    assert_eq!(reading.errors, []);
    assert_eq!(reading.record.comment(), "hello");
    assert_eq!(moves(&reading.record), "7g7f 3c3d");
}
