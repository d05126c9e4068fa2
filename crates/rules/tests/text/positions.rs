//! Position texts: reading, writing, and refusals with their place.

use super::position;
use komadai_rules::{
    AnyPosition, PositionTextError, Setup, SetupRules, TextErrorKind, TextErrorKind as Kind,
    VariantId,
};

use VariantId::{Minishogi, Shogi, Shogun, Torishogi};

const STARTS: [(VariantId, &str, &str); 4] = [
    (
        Shogi,
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
    ),
    (
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b - 1",
        "rbsgk/4p/5/P4/KGSBR[] w - - 0 1",
    ),
    (
        Torishogi,
        "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
        "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[] w - - 0 1",
    ),
    (
        Shogun,
        "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1",
        "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1",
    ),
];

#[test]
fn start_positions_are_written_as_the_rules_give_them() {
    for (variant, own, fairy) in STARTS {
        let start = position(variant, "startpos");
        assert_eq!(start.to_string(), own);
        assert_eq!(start.fairy_fen(), fairy);
        assert_eq!(position(variant, own).to_string(), own);
        assert_eq!(position(variant, fairy).to_string(), own);
    }
}

/// A text and its canonical form.
#[track_caller]
fn reads_as(variant: VariantId, text: &str, canonical: &str) {
    assert_eq!(position(variant, text).to_string(), canonical, "{text}");
}

#[test]
fn reading_is_tolerant() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    // VA-11: unusual order, repeated letters.
    reads_as(
        Shogi,
        &format!("{kings} b PPR 1"),
        &format!("{kings} b R2P 1"),
    );
    reads_as(
        Shogi,
        &format!("{kings} b 2PR 1"),
        &format!("{kings} b R2P 1"),
    );
    reads_as(
        Shogi,
        &format!("{kings} b pPlNgSbRp 7"),
        &format!("{kings} b RSNPbgl2p 7"),
    );
    // Missing counters, several spaces, protocol keywords in front.
    reads_as(Shogi, &format!("{kings} w -"), &format!("{kings} w - 1"));
    reads_as(
        Shogi,
        &format!("  {kings}  w\t-   3 "),
        &format!("{kings} w - 3"),
    );
    reads_as(
        Shogi,
        &format!("sfen {kings} w - 3"),
        &format!("{kings} w - 3"),
    );
    reads_as(Shogi, &format!("{kings} w - 0"), &format!("{kings} w - 1"));
    reads_as(Shogi, " startpos ", STARTS[0].1);
    // Counts of empty squares in pieces.
    reads_as(
        Shogi,
        "4k4/9/9/45/111111111/9/9/9/4K4 b - 1",
        &format!("{kings} b - 1"),
    );
    // Shogun without brackets, with a dash in them, without counters.
    let shogun = STARTS[3].1;
    for text in [
        "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR w KQkq - 0 1",
        "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[-] w KQkq - 0 1",
        "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR [] w qkQK - 0 1",
        "fen rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR w KQkq -",
    ] {
        reads_as(Shogun, text, shogun);
    }
}

#[test]
fn brackets_mark_fairy_stockfishs_fen() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    // The first player is w in FEN and b in SFEN; FEN counts full moves.
    for (fairy, own) in [
        ("[] w - - 0 1", "b - 1"),
        ("[-] w 0 1", "b - 1"),
        ("[-] b 0 1", "w - 2"),
        ("[PPr] w - - 3 12", "b 2Pr 23"),
        ("[GNL2PSRB] b - - 0 12", "w RBGSNL2P 24"),
        ("[-] w", "b - 1"),
    ] {
        reads_as(Shogi, &format!("{kings}{fairy}"), &format!("{kings} {own}"));
    }
    let there_and_back = position(Shogi, &format!("{kings} w 2Pr 24"));
    let fen = there_and_back.fairy_fen();
    assert_eq!(fen, format!("{kings}[PPr] b - - 0 12"));
    assert_eq!(position(Shogi, &fen), there_and_back);
}

#[test]
fn shoguns_promoted_letters_are_aliases_on_the_board() {
    // VA-08
    reads_as(
        Shogun,
        "4k3/8/8/8/8/2C5/8/QAMGK3[] w - - 0 1",
        "4k3/8/8/8/8/2+P5/8/+F+B+R+NK3[] w - - 0 1",
    );
    reads_as(
        Shogun,
        "qamgk3/8/8/8/8/8/8/4K3[Pp] b - - 4 9",
        "+f+b+r+nk3/8/8/8/8/8/8/4K3[Pp] b - - 4 9",
    );
    for letter in "QAMGCqamgc".chars() {
        let text = format!("4k3/8/8/8/8/8/8/4K3[{letter}] w - - 0 1");
        refused(
            Shogun,
            &text,
            TextErrorKind::PromotedInHand,
            20,
            &letter.to_string(),
        );
    }
}

#[test]
fn shogun_fields_round_trip() {
    for text in [
        "rnb+fkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNB+FKBNR[] b KQkq b3 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R[PPPp] w Kq - 17 31",
        "4k3/8/8/8/8/8/8/4K3[RBNFPrbnfp] b - - 99 150",
    ] {
        reads_as(Shogun, text, text);
    }
}

/// An unreadable text: kind, place and offending text of its error.
#[track_caller]
fn refused(variant: VariantId, text: &str, kind: TextErrorKind, offset: usize, offending: &str) {
    let error = Setup::parse(variant, text).expect_err(text);
    assert_eq!(
        (error.kind, error.offset, error.text.as_str()),
        (kind, offset, offending),
        "{variant} {text}: {error}"
    );
    assert!(!error.expected.is_empty());
    assert!(
        error.to_string().contains(&format!("at byte {offset}")),
        "{error}"
    );
    assert!(!error.to_string().contains('\n'));
}

#[test]
fn an_empty_position_is_named() {
    refused(Shogi, "", Kind::Empty, 0, "");
    refused(Shogi, "   ", Kind::Empty, 0, "");
}

#[test]
fn errors_of_pieces_name_the_text_and_its_place() {
    refused(
        Minishogi,
        "rbsgk/4n/5/P4/KGSBR b - 1",
        Kind::UnknownPiece,
        7,
        "n",
    );
    refused(
        Minishogi,
        "rbsgk/4歩/5/P4/KGSBR b - 1",
        Kind::UnknownPiece,
        7,
        "歩",
    );
    refused(Minishogi, "rbsgk/4p/5/P4/KGSB+", Kind::UnknownPiece, 19, "");
    refused(
        Minishogi,
        "rbs+gk/4p/5/P4/KGSBR b - 1",
        Kind::CannotPromote,
        3,
        "+g",
    );
    refused(
        Minishogi,
        "rbsg+k/4p/5/P4/KGSBR b - 1",
        Kind::CannotPromote,
        4,
        "+k",
    );
    refused(
        Shogun,
        "+q3k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        Kind::UnknownPiece,
        1,
        "q",
    );
}

#[test]
fn errors_of_ranks_name_the_text_and_its_place() {
    refused(
        Minishogi,
        "rbsgk/0p4/5/P4/KGSBR b - 1",
        Kind::BadEmptyCount,
        6,
        "0",
    );
    refused(
        Minishogi,
        "rbsgk/5p/5/P4/KGSBR b - 1",
        Kind::RankTooLong,
        7,
        "p",
    );
    refused(
        Minishogi,
        "rbsgk/6/5/P4/KGSBR b - 1",
        Kind::RankTooLong,
        6,
        "6",
    );
    refused(
        Minishogi,
        "rbsgk/3p/5/P4/KGSBR b - 1",
        Kind::RankTooShort,
        6,
        "3p",
    );
    refused(
        Minishogi,
        "rbsgk//5/P4/KGSBR b - 1",
        Kind::RankTooShort,
        6,
        "",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR/5 b - 1",
        Kind::TooManyRanks,
        19,
        "/",
    );
    refused(Minishogi, "rbsgk/4p/5/P4 b - 1", Kind::TooFewRanks, 13, " ");
    refused(Minishogi, "rbsgk/4p/5/P4", Kind::TooFewRanks, 13, "");
    refused(Shogi, "hello", Kind::UnknownPiece, 0, "h");
}

#[test]
fn errors_of_the_side_name_the_text_and_its_place() {
    refused(Minishogi, "rbsgk/4p/5/P4/KGSBR", Kind::MissingField, 19, "");
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR x - 1",
        Kind::BadSide,
        20,
        "x",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR[-] - 1",
        Kind::BadSide,
        23,
        "-",
    );
}

#[test]
fn errors_of_the_hands_name_the_text_and_its_place() {
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b",
        Kind::MissingField,
        21,
        "",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b N 1",
        Kind::BadHand,
        22,
        "N",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b 2 1",
        Kind::BadHand,
        23,
        " ",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b 0P 1",
        Kind::BadHand,
        22,
        "0",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b -P 1",
        Kind::BadHand,
        23,
        "P",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b 999P 1",
        Kind::HandTooLarge,
        22,
        "999",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR b 200P99P 1",
        Kind::HandTooLarge,
        26,
        "99P",
    );
    refused(
        Minishogi,
        "rbsgk/4p/5/P4/KGSBR[P w - - 0 1",
        Kind::UnclosedHand,
        19,
        "[P",
    );
}

#[test]
fn promoted_pieces_and_kings_are_in_no_hand() {
    // VA-07, VA-12
    refused(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b 2+P 1",
        Kind::PromotedInHand,
        25,
        "+P",
    );
    refused(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b PK 1",
        Kind::KingInHand,
        25,
        "K",
    );
    refused(
        Torishogi,
        "3k3/7/7/7/7/7/3K3 b +S 1",
        Kind::PromotedInHand,
        20,
        "+S",
    );
    refused(
        Torishogi,
        "3k3/7/7/7/7/7/3K3 b +f 1",
        Kind::PromotedInHand,
        20,
        "+f",
    );
    refused(
        Shogun,
        "4k3/8/8/8/8/8/8/4K3[k] w - - 0 1",
        Kind::KingInHand,
        20,
        "k",
    );
}

#[test]
fn errors_of_castling_and_en_passant_name_the_text_and_its_place() {
    let shogun = "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[]";
    let at = |n| shogun.len() + n;
    refused(
        Shogun,
        &format!("{shogun} w"),
        Kind::MissingField,
        at(2),
        "",
    );
    refused(
        Shogun,
        &format!("{shogun} w KXkq - 0 1"),
        Kind::BadCastling,
        at(4),
        "Xkq",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQK - 0 1"),
        Kind::BadCastling,
        at(5),
        "K",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq"),
        Kind::MissingField,
        at(7),
        "",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq e9 0 1"),
        Kind::BadSquare,
        at(8),
        "e9",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq 4e 0 1"),
        Kind::BadSquare,
        at(8),
        "4e",
    );
}

#[test]
fn errors_of_the_counters_and_what_follows_name_the_text_and_its_place() {
    let shogun = "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[]";
    let at = |n| shogun.len() + n;
    refused(
        Shogun,
        &format!("{shogun} w KQkq - x 1"),
        Kind::BadNumber,
        at(10),
        "x",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq - 0 -1"),
        Kind::BadNumber,
        at(12),
        "-1",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq - +0 1"),
        Kind::BadNumber,
        at(10),
        "+0",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq - 99999 1"),
        Kind::BadNumber,
        at(10),
        "99999",
    );
    refused(
        Shogun,
        &format!("{shogun} w KQkq - 0 1 x"),
        Kind::UnexpectedText,
        at(14),
        "x",
    );
    refused(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b - one",
        Kind::BadNumber,
        26,
        "one",
    );
    refused(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 moves",
        Kind::UnexpectedText,
        28,
        "moves",
    );
    refused(
        Shogi,
        "startpos moves 7g7f",
        Kind::UnexpectedText,
        9,
        "moves",
    );
    refused(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4[] w K - 0 1",
        Kind::UnexpectedText,
        26,
        "K",
    );
}

#[test]
fn offending_text_is_kept_short() {
    let long = format!("4k4/9/9/9/9/9/9/9/4K4 {} - 1", "x".repeat(10_000));
    let error = Setup::parse(Shogi, &long).unwrap_err();
    assert!(error.text.len() <= 32 && error.to_string().len() < 200);
}

#[test]
fn impossible_positions_are_read_but_refused() {
    let rejected = |variant, text| {
        let setup = Setup::parse(variant, text).unwrap();
        assert!(
            matches!(
                AnyPosition::parse(variant, text, SetupRules::Play),
                Err(PositionTextError::Setup(_))
            ),
            "{variant} {text}"
        );
        setup
    };
    // VA-01 to VA-06
    rejected(Shogi, "9/9/9/9/9/9/9/9/4K4 b - 1");
    rejected(Shogi, "4k4/9/P8/9/P8/9/9/9/4K4 b - 1");
    rejected(Shogi, "P3k4/9/9/9/9/9/9/9/4K4 b - 1");
    rejected(Torishogi, "3k3/7/3S3/3S3/3S3/7/3K3 b - 1");
    rejected(Shogun, "4k3/8/8/8/8/8/8/+F2+FK3[] w - - 0 1");
    rejected(Shogi, "4k4/9/4R4/9/9/9/9/9/3K5 b - 1");
    // VA-09
    rejected(Shogi, "4k4/9/9/9/9/9/9/9/4K4 b 3R 1");
    rejected(Shogi, "4k4/9/9/9/9/9/9/9/4K4 b 19P 1");
    rejected(Shogi, "4k4/9/9/9/9/9/9/9/4K4 b 255P 1");
    // VA-10: the right is dropped, not refused.
    reads_as(
        Shogun,
        "4k3/8/8/8/8/8/8/4K2R[] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1",
    );
    assert!(
        AnyPosition::parse(Shogi, "4k4/9/9/9/9/9/9/9/9 b P 1", SetupRules::Mate).is_ok(),
        "one king is enough for mate problems"
    );
}

#[test]
fn invalid_setups_are_written() {
    for variant in VariantId::ALL {
        let empty = Setup::empty(variant);
        assert_eq!(Setup::parse(variant, &empty.to_string()).unwrap(), empty);
        for handicap in variant.spec().handicaps {
            let setup = Setup::handicap(variant, handicap.id).unwrap();
            assert_eq!(Setup::parse(variant, &setup.to_string()).unwrap(), setup);
        }
    }
}
