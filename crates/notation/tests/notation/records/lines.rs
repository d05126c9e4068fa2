//! Lines of USI and UCI.

use komadai_notation::record::{Ending, Format, write_record};
use komadai_rules::{Reason, Side, VariantId};

use super::{errors, moves, read};

#[test]
fn the_game_is_that_of_the_board_or_of_the_moves() {
    for (line, variant, played) in [
        (
            "position startpos moves 7g7f 3c3d",
            VariantId::Shogi,
            "7g7f 3c3d",
        ),
        ("startpos", VariantId::Shogi, ""),
        (
            "position startpos moves e2e4 e7e5",
            VariantId::Shogun,
            "e2e4 e7e5",
        ),
        (
            "position startpos moves 5d5c 1b1c",
            VariantId::Minishogi,
            "5d5c 1b1c",
        ),
        (
            "position startpos moves 3d3c 4b3c",
            VariantId::Torishogi,
            "3d3c 4b3c",
        ),
        (
            "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c",
            VariantId::Minishogi,
            "5d5c",
        ),
        ("sfen rbsgk/4p/5/P4/KGSBR b - 1", VariantId::Minishogi, ""),
        (
            "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1 moves 3d3c",
            VariantId::Torishogi,
            "3d3c",
        ),
        (
            "position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1 moves a2a3",
            VariantId::Minishogi,
            "5d5c",
        ),
    ] {
        let record = read(line, Format::Usi);
        assert_eq!(
            (record.variant(), moves(&record).as_str()),
            (variant, played),
            "{line}"
        );
    }
}

#[test]
fn a_line_names_its_board_unless_it_is_of_shogi() {
    for (line, written) in [
        ("startpos moves 7g7f", "position startpos moves 7g7f\n"),
        (
            "startpos moves 5d5c",
            "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\n",
        ),
        (
            "startpos moves e2e4",
            "position fen rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1 moves e2e4\n",
        ),
    ] {
        assert_eq!(
            write_record(&read(line, Format::Usi), Format::Usi).as_deref(),
            Ok(written)
        );
    }
}

/// The rook's pawn cannot go two ranks; a piece of Shogun Chess on the square of that name can.
#[test]
fn an_illegal_shogi_move_is_not_read_as_shogun_chess() {
    let (reading, messages) = errors("position startpos moves 7g7e", Format::Usi);
    assert_eq!(reading.record.variant(), VariantId::Shogi);
    assert!(
        messages[0].starts_with("1:25: illegal move \"7g7e\": "),
        "{messages:?}"
    );
}

#[test]
fn a_resignation_is_read() {
    let record = read("startpos moves 7g7f resign", Format::Usi);
    assert_eq!(
        record.ending(),
        Some(&Ending::rules(Reason::Resignation, Some(Side::First)))
    );
}

#[test]
fn errors_have_a_place_and_the_offending_text() {
    for (text, message) in [
        (
            "\nposition startpos moves 7g7x",
            "2:27: not a move \"7x\", expected a square from 1a to 9i",
        ),
        ("startpos moves 7g7f 7f7e", "1:21: illegal move \"7f7e\": "),
        ("sfen 9/9/9/9/9/9/9/9/10 b - 1", "1:23: bad start position"),
        (
            "",
            "1:1: no game, expected position, then startpos, sfen or fen",
        ),
        (
            "startpos here moves 7g7f",
            "1:10: bad start position \"here\", expected the end of the position",
        ),
    ] {
        let (_, messages) = errors(text, Format::Usi);
        assert!(messages[0].starts_with(message), "{text}\n{messages:?}");
    }
}
