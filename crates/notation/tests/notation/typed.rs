use crate::common::position;
use komadai_notation::{DisplayStyle, TypedMoveError, complete_typed_move, read_typed_move};
use komadai_rules::{Move, RefusalCode, VariantId};

use DisplayStyle::{Western, WesternTopLeft};
use VariantId::{Shogi, Shogun, Torishogi};

fn read(variant: VariantId, before: &str, text: &str) -> Result<Move, TypedMoveError> {
    read_typed_move(&position(variant, before), text, None, Western)
}

#[track_caller]
fn reads(variant: VariantId, before: &str, expected: &str, texts: &[&str]) {
    let expected = Move::parse(variant, expected).unwrap();
    for text in texts {
        assert_eq!(read(variant, before, text), Ok(expected), "{text}");
    }
}

#[track_caller]
fn is_ambiguous(variant: VariantId, before: &str, text: &str, expected: &[&str]) {
    match read(variant, before, text) {
        Err(TypedMoveError::Ambiguous { moves, .. }) => {
            let mut texts: Vec<_> = moves
                .iter()
                .map(|&mv| mv.display(variant).to_string())
                .collect();
            texts.sort();
            assert_eq!(texts, expected, "{text}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn is_refused(variant: VariantId, before: &str, text: &str, mv: &str, code: RefusalCode) {
    let before = position(variant, before);
    match read_typed_move(&before, text, None, Western) {
        Err(TypedMoveError::Illegal { mv: refused, .. }) => {
            assert_eq!(refused.display(variant).to_string(), mv, "{text}");
            assert_eq!(before.why_illegal(refused).map(|why| why.code), Some(code));
        }
        other => panic!("{text}: {other:?}"),
    }
}

const AFTER_TWO_PAWNS: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
const GOLDS: &str = "4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1";
const PAWN_IN_HAND: &str = "4k4/9/9/9/9/9/9/9/4K4 b P 1";

#[test]
fn a_pawn_move_is_read_in_every_notation() {
    reads(
        Shogi,
        "startpos",
        "7g7f",
        &[
            "7g7f",
            "7G7F",
            "c3c4",
            " 7g 7f ",
            "P-76",
            "P76",
            "p76",
            "P7f",
            "P-7f",
            "p7g7f",
            "P77-76",
            "7776",
            "77-76",
            "７六歩",
            "76歩",
            "7六歩",
            "７六步",
            "▲７六歩",
            "☗七六歩",
            "76歩(77)",
            "７六歩兵",
            "P-７６",
        ],
    );
}

#[test]
fn drops_are_read_in_every_notation() {
    let texts = [
        "P*5e",
        "P@e5",
        "p*5e",
        "P*55",
        "P'55",
        "p@5e",
        "５五歩打",
        "55歩打",
        "55歩",
        "P-55",
    ];
    reads(Shogi, PAWN_IN_HAND, "P*5e", &texts);
    reads(
        Shogun,
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        "N@d4",
        &["N@d4", "n@d4", "N*d4"],
    );
}

#[test]
fn a_move_on_the_board_is_preferred_to_a_drop() {
    let both = "4k4/9/9/9/9/9/4G4/9/4K4 b G 1";
    reads(Shogi, both, "5g5f", &["56金", "G-56", "５六金直"]);
    reads(Shogi, both, "G*5f", &["56金打", "G*56"]);
}

#[test]
fn disambiguation_is_read() {
    reads(
        Shogi,
        GOLDS,
        "6h5h",
        &["G68-58", "G6h-5h", "G6h5h", "58金左", "58金(68)", "6858"],
    );
    reads(Shogi, GOLDS, "4h5h", &["G48-58", "58金右", "５八金右"]);
    is_ambiguous(Shogi, GOLDS, "G-58", &["4h5h", "6h5h"]);
    is_ambiguous(Shogi, GOLDS, "58金寄", &["4h5h", "6h5h"]);
    // More text than the notation requires is allowed.
    reads(Shogi, GOLDS, "6h7h", &["78金左", "78金寄", "G68-78"]);
    reads(
        Shogi,
        "4k4/9/9/9/9/9/4S4/3S5/4K4 b - 1",
        "5g5f",
        &["56銀", "56銀直", "56銀上", "56銀行"],
    );
}

#[test]
fn unwritten_promotion_is_ambiguous_where_both_are_legal() {
    reads(
        Shogi,
        AFTER_TWO_PAWNS,
        "8h2b+",
        &["Bx22+", "B22+", "bx2b+", "２二角成", "22角行成", "22角成"],
    );
    reads(
        Shogi,
        AFTER_TWO_PAWNS,
        "8h2b",
        &["8h2b", "Bx22=", "22角不成", "22角生"],
    );
    is_ambiguous(Shogi, AFTER_TWO_PAWNS, "Bx22", &["8h2b", "8h2b+"]);
    is_ambiguous(Shogi, AFTER_TWO_PAWNS, "22角", &["8h2b", "8h2b+"]);
    // A forced promotion may be left out.
    let last = "k8/4P4/9/9/9/9/9/9/4K4 b - 1";
    reads(
        Shogi,
        last,
        "5b5a+",
        &["P-51", "51歩", "5b5a", "P-51+", "51歩成"],
    );
}

#[test]
fn names_of_promoted_pieces_are_read() {
    let tokin = "4k4/9/9/9/9/9/9/3G1+P3/4K4 b - 1";
    reads(Shogi, tokin, "4h5h", &["+P-58", "+p58", "58と", "58と金"]);
    reads(Shogi, tokin, "6h5h", &["G-58", "58金"]);
    reads(Shogi, tokin, "4h5h", &["58成步"]);
    let great = "4k4/9/4p4/9/2+B1+R4/9/9/9/4K4 b - 1";
    reads(Shogi, great, "7e7d", &["74馬", "74龍馬", "74龙马"]);
    reads(Shogi, great, "5e5d", &["54龍", "54竜", "54龍王", "54龙王"]);
    let silver = "4k4/9/9/9/4+S4/9/9/9/4K4 b - 1";
    reads(Shogi, silver, "5e5d", &["54成銀", "+S-54", "5四成银"]);
    let swallows = "3k3/7/2S4/7/7/7/3K3 b - 1";
    reads(
        Torishogi,
        swallows,
        "5c5b+",
        &["S52", "S52+", "52燕", "52燕成"],
    );
    let goose = "3k3/7/7/3+S3/7/7/3K3 b - 1";
    reads(Torishogi, goose, "4d4f", &["+S46", "46雁", "46鴈"]);
    let quails = "3k3/7/7/7/7/L5R/3K3 b - 1";
    reads(Torishogi, quails, "7f7e", &["75左鶉", "L75", "75左鹑"]);
    reads(Torishogi, quails, "1f1e", &["15右鶉", "R15"]);
}

#[test]
fn the_same_square_needs_a_previous_move() {
    let before = position(Shogi, AFTER_TWO_PAWNS);
    let exchange = Move::parse(Shogi, "8h2b+").unwrap();
    let silver = Move::parse(Shogi, "3a2b").unwrap();
    let mut after = before;
    after.play_unchecked(exchange);
    for text in ["同銀", "同　銀", "☖同銀", "22銀", "同銀(31)"] {
        let read = read_typed_move(&after, text, Some(exchange.to()), Western);
        assert_eq!(read, Ok(silver), "{text}");
    }
    let alone = read_typed_move(&after, "同銀", None, Western);
    assert_eq!(alone, Err(TypedMoveError::Unreadable));
}

#[test]
fn kif_does_not_write_that_a_promotion_is_declined() {
    let before = position(Shogi, AFTER_TWO_PAWNS);
    let [declined, promoted] = ["8h2b", "8h2b+"].map(|text| Move::parse(Shogi, text).unwrap());
    let read = |text, style| read_typed_move(&before, text, None, style);
    assert_eq!(read("22角(88)", DisplayStyle::Kif), Ok(declined));
    assert_eq!(read("22角成(88)", DisplayStyle::Kif), Ok(promoted));
    // Without KIF's style or without the origin, an open promotion is ambiguous.
    is_ambiguous(Shogi, AFTER_TWO_PAWNS, "22角(88)", &["8h2b", "8h2b+"]);
    assert!(read("22角", DisplayStyle::Kif).is_err());
    // A forced promotion may be left out.
    let last = position(Shogi, "k8/4P4/9/9/9/9/9/9/4K4 b - 1");
    let forced = read_typed_move(&last, "51歩(52)", None, DisplayStyle::Kif);
    assert_eq!(forced, Ok(Move::parse(Shogi, "5b5a+").unwrap()));
}

#[test]
fn san_is_read_in_shogun() {
    let game = "r1b+fkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNB+FK2R[] w KQkq - 0 4";
    reads(
        Shogun,
        game,
        "e1g1",
        &["O-O", "0-0", "o-o", "OO", "e1g1", "Kg1"],
    );
    reads(
        Shogun,
        game,
        "f3e5",
        &["Nxe5", "nxe5", "Ne5", "f3e5", "f3-e5", "Nf3xe5"],
    );
    reads(Shogun, game, "c4f7", &["Bxf7", "Bxf7+"]);
    reads(
        Shogun,
        game,
        "c4f7+",
        &["Bxf7=A", "Bxf7=A+", "c4f7+", "Bf7=a"],
    );
    reads(Shogun, game, "d2d4", &["d4", "d2d4", "d2-d4"]);
    is_refused(Shogun, game, "e5", "e4e5", RefusalCode::Blocked);
    let knights = "4k3/8/8/8/8/1N3N2/8/1N2K3[] w - - 0 1";
    is_ambiguous(Shogun, knights, "Nd2", &["b1d2", "b3d2", "f3d2"]);
    reads(Shogun, knights, "f3d2", &["Nfd2", "Nf3d2"]);
    reads(Shogun, knights, "b1d2", &["Nb1d2", "N1d2"]);
    is_ambiguous(Shogun, knights, "Nbd2", &["b1d2", "b3d2"]);
    // A lower-case letter is a file, an upper-case letter a piece.
    let bishop = "4k3/8/8/2p5/1P6/8/3B4/4K3[] w - - 0 1";
    reads(Shogun, bishop, "b4c5", &["bxc5", "bc5", "b4xc5"]);
    reads(Shogun, bishop, "d2c3", &["Bc3"]);
}

#[test]
fn an_unambiguous_illegal_move_is_reported_with_its_reason() {
    let nifu = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
    for text in ["P*5e", "P*55", "55歩打"] {
        is_refused(Shogi, nifu, text, "P*5e", RefusalCode::Nifu);
    }
    is_refused(Shogi, nifu, "R*55", "R*5e", RefusalCode::NotInHand);
    is_refused(
        Shogi,
        "startpos",
        "7g7e",
        "7g7e",
        RefusalCode::WrongMovement,
    );
    is_refused(
        Shogi,
        "startpos",
        "N-65",
        "8i6e",
        RefusalCode::WrongMovement,
    );
    is_refused(Shogi, "startpos", "R-23", "2h2c", RefusalCode::Blocked);
    is_refused(
        Shogi,
        "startpos",
        "33-34",
        "3c3d",
        RefusalCode::NotYourPiece,
    );
    is_refused(Shogi, "startpos", "55-54", "5e5d", RefusalCode::NoPiece);
    // Two golds: the move that only leaves the king in check is meant.
    let pinned = "k3r4/9/9/9/9/9/4G4/8G/4K4 b - 1";
    is_refused(Shogi, pinned, "G-47", "5g4g", RefusalCode::KingInCheck);
    // The reason is the check, not the missing promotion.
    let pinned = "k8/2r1P1K2/9/9/9/9/9/9/9 b - 1";
    is_refused(Shogi, pinned, "P-51", "5b5a+", RefusalCode::KingInCheck);
}

#[test]
fn missing_pieces_and_unreadable_texts_are_distinguished() {
    let kind = |letter| Shogi.spec().kind_by_letter(letter);
    assert_eq!(
        read(Shogi, GOLDS, "R-55"),
        Err(TypedMoveError::NoPiece(kind('R')))
    );
    assert_eq!(read(Shogi, GOLDS, "55"), Err(TypedMoveError::NoPiece(None)));
    for text in [
        "", "-", "hello", "P", "P-", "Z-55", "同歩", "歩", "00歩", "7776x", "P-76++", "成",
    ] {
        assert_eq!(
            read(Shogi, GOLDS, text),
            Err(TypedMoveError::Unreadable),
            "{text}"
        );
    }
    for text in [
        "",
        "Z4",
        "e9",
        "N@",
        "O-O-O-O",
        "７六歩",
        "c6=Z",
        "e4 e5 e6",
    ] {
        assert_eq!(
            read(Shogun, "startpos", text),
            Err(TypedMoveError::Unreadable),
            "{text}"
        );
    }
}

#[test]
fn errors_are_sentences() {
    let ambiguous = read(Shogi, GOLDS, "G-58").unwrap_err();
    assert_eq!(ambiguous.to_string(), "this could be 6h5h or 4h5h");
    let illegal = read(Shogi, "startpos", "7g7e").unwrap_err();
    assert_eq!(illegal.to_string(), "7g7e is not legal");
}

#[test]
fn western_top_left_counts_the_files_of_tori_shogi_from_the_left() {
    let start = position(Torishogi, "startpos");
    let swallow = Move::parse(Torishogi, "3d3c").unwrap();
    let read = |text, style| read_typed_move(&start, text, None, style);
    for text in ["53", "Sx53", "S53", "54-53", "５三燕"] {
        assert_eq!(read(text, WesternTopLeft), Ok(swallow), "{text}");
        assert_ne!(read(text, Western), Ok(swallow), "{text}");
    }
    // A square with a letter is USI or UCI, whatever the direction of digits.
    for text in ["3d3c", "S3c", "Sx3c", "e4e5"] {
        assert_eq!(read(text, WesternTopLeft), Ok(swallow), "{text}");
    }
    let complete = |text, style| complete_typed_move(&start, text, None, style);
    assert!(complete("S5", WesternTopLeft).contains(&swallow));
    assert!(!complete("S53", Western).contains(&swallow));
    assert!(complete("3d", WesternTopLeft).contains(&swallow));
    // In the other variants files count from the right.
    let shogi = position(Shogi, "startpos");
    let pawn = Move::parse(Shogi, "7g7f").unwrap();
    assert_eq!(
        read_typed_move(&shogi, "P-76", None, WesternTopLeft),
        Ok(pawn)
    );
}

#[test]
fn a_prefix_completes_to_all_matching_legal_moves() {
    let complete = |variant, before: &str, text: &str| -> Vec<String> {
        let before = position(variant, before);
        let mut texts: Vec<_> = complete_typed_move(&before, text, None, Western)
            .into_iter()
            .map(|mv| mv.display(variant).to_string())
            .collect();
        texts.sort();
        texts
    };
    assert_eq!(complete(Shogi, "startpos", "").len(), 30);
    assert_eq!(complete(Shogi, "startpos", "P-7"), ["7g7f"]);
    assert_eq!(complete(Shogi, "startpos", "7g"), ["7g7f"]);
    assert_eq!(complete(Shogi, "startpos", "76"), ["7g7f"]);
    assert_eq!(
        complete(Shogi, "startpos", "58"),
        ["2h5h", "4i5h", "5i5h", "6i5h"]
    );
    assert_eq!(complete(Shogi, "startpos", "58金"), ["4i5h", "6i5h"]);
    assert_eq!(complete(Shogi, AFTER_TWO_PAWNS, "22角"), ["8h2b", "8h2b+"]);
    assert_eq!(complete(Shogi, AFTER_TWO_PAWNS, "Bx22+"), ["8h2b+"]);
    assert_eq!(
        complete(Shogun, "startpos", "N"),
        ["b1a3", "b1c3", "g1f3", "g1h3"]
    );
    assert_eq!(complete(Shogun, "startpos", "nf"), ["g1f3"]);
    assert_eq!(complete(Shogun, "startpos", "e"), ["e2e3", "e2e4"]);
    assert!(complete(Shogi, "startpos", "nonsense").is_empty());
}

/// A drop has no origin, and a legal move that the marks exclude is not illegal.
#[test]
fn a_refusal_never_names_a_legal_move() {
    let in_hand = "4k3/8/8/8/8/8/4P3/4K3[P] w - - 0 1";
    assert_eq!(
        read(Shogun, in_hand, "*exd3"),
        Err(TypedMoveError::Unreadable)
    );
    reads(Shogun, in_hand, "P@d3", &["*d3", "P@d3"]);
    // The gold on 5i moves to 5h straight, not sideways.
    let one_gold = "4k4/9/9/9/9/9/9/9/4G3K b - 1";
    reads(Shogi, one_gold, "5i5h", &["58金", "58金直"]);
    assert!(matches!(
        read(Shogi, one_gold, "58金寄"),
        Err(TypedMoveError::NoPiece(Some(_)))
    ));
}
