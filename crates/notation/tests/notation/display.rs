use crate::common::position;
use komadai_notation::{DisplayStyle, display_line, display_move};
use komadai_rules::{Move, VariantId};

use DisplayStyle::{Canonical, Japanese, Western, WesternTopLeft};
use VariantId::{Minishogi, Shogi, Shogun, Torishogi};

#[track_caller]
fn shows(variant: VariantId, before: &str, mv: &str, style: DisplayStyle, expected: &str) {
    let before = position(variant, before);
    let mv = Move::parse(variant, mv).unwrap();
    assert!(before.is_legal(mv), "the example itself is wrong");
    assert_eq!(display_move(&before, mv, style), expected);
}

const AFTER_TWO_PAWNS: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

#[test]
fn western_style_is_hodges_notation_in_shogi_and_minishogi() {
    shows(Shogi, "startpos", "7g7f", Western, "P-76");
    shows(Shogi, AFTER_TWO_PAWNS, "8h2b+", Western, "Bx22+");
    shows(Shogi, AFTER_TWO_PAWNS, "8h2b", Western, "Bx22=");
    shows(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "P*5e",
        Western,
        "P*55",
    );
    shows(
        Shogi,
        "4k4/9/9/9/5N3/9/9/9/4K4 b - 1",
        "4e3c",
        Western,
        "N-33=",
    );
    shows(Minishogi, "startpos", "5d5c", Western, "P-53");
    // Two golds can reach the square; a tokin is no gold.
    let golds = "4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1";
    shows(Shogi, golds, "6h5h", Western, "G68-58");
    shows(Shogi, golds, "6h7h", Western, "G-78");
    let tokin = "4k4/9/9/9/9/9/9/3G1+P3/4K4 b - 1";
    shows(Shogi, tokin, "4h5h", Western, "+P-58");
    // A pinned gold cannot.
    let pinned = "4k4/9/4r4/9/9/9/4G4/3G5/4K4 b - 1";
    shows(Shogi, pinned, "6h6g", Western, "G-67");
    shows(Shogi, golds, "6h5h", Canonical, "6h5h");
    // Only the piece in the zone can promote: the sign distinguishes the moves.
    let silvers = "4k4/9/3S1S3/9/9/4S4/9/9/4K4 b - 1";
    shows(Shogi, silvers, "6c5d+", Western, "S63-54+");
    let in_and_out = "4k4/9/3S5/9/4S4/9/9/9/4K4 b - 1";
    shows(Shogi, in_and_out, "6c5d+", Western, "S-54+");
    shows(Shogi, in_and_out, "6c5d", Western, "S63-54=");
    shows(Shogi, in_and_out, "5e5d", Western, "S55-54");
}

/// A move in each style: Western with numbers and with letters, Hosking, Kawasaki, Japanese with
/// either digits, KIF, canonical.
const IN_EACH_STYLE: [(VariantId, &str, &str, [&str; 8]); 11] = [
    (
        Shogi,
        "startpos",
        "7g7f",
        [
            "P-76",
            "P-7f",
            "P76",
            "歩-76",
            "▲７六歩",
            "▲76歩",
            "▲７六歩(77)",
            "7g7f",
        ],
    ),
    (
        Shogi,
        AFTER_TWO_PAWNS,
        "8h2b+",
        [
            "Bx22+",
            "Bx2b+",
            "Bx22+",
            "角x22+",
            "▲２二角成",
            "▲22角成",
            "▲２二角成(88)",
            "8h2b+",
        ],
    ),
    (
        Shogi,
        AFTER_TWO_PAWNS,
        "8h2b",
        [
            "Bx22=",
            "Bx2b=",
            "Bx22=",
            "角x22=",
            "▲２二角不成",
            "▲22角不成",
            "▲２二角(88)",
            "8h2b",
        ],
    ),
    (
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "P*5e",
        [
            "P*55",
            "P*5e",
            "P'55",
            "歩*55",
            "▲５五歩",
            "▲55歩",
            "▲５五歩打",
            "P*5e",
        ],
    ),
    (
        Shogi,
        "4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1",
        "6h5h",
        [
            "G68-58",
            "G6h-5h",
            "G68-58",
            "金(68)-58",
            "▲５八金左",
            "▲58金左",
            "▲５八金(68)",
            "6h5h",
        ],
    ),
    (
        Shogi,
        "4k4/9/9/9/5N3/9/9/9/4K4 b - 1",
        "4e3c",
        [
            "N-33=",
            "N-3c=",
            "N33=",
            "桂-33=",
            "▲３三桂不成",
            "▲33桂不成",
            "▲３三桂(45)",
            "4e3c",
        ],
    ),
    (
        Minishogi,
        "startpos",
        "5d5c",
        [
            "P-53",
            "P-5c",
            "P53",
            "歩-53",
            "▲５三歩",
            "▲53歩",
            "▲５三歩(54)",
            "5d5c",
        ],
    ),
    (
        Torishogi,
        "startpos",
        "3d3c",
        [
            "Sx33",
            "Sx3c",
            "Sx33",
            "燕x33",
            "▲３三燕",
            "▲33燕",
            "▲３三燕(34)",
            "3d3c",
        ],
    ),
    (
        Shogi,
        "4k4/9/9/9/4+S4/9/9/9/4K4 w - 1",
        "5a5b",
        [
            "K-52",
            "K-5b",
            "K52",
            "玉-52",
            "△５二玉",
            "△52玉",
            "△５二玉(51)",
            "5a5b",
        ],
    ),
    (Shogun, "startpos", "e2e4", ["e4"; 8]),
    (Shogun, "startpos", "g1f3", ["Nf3"; 8]),
];

#[test]
fn each_style_writes_a_move_in_its_way() {
    use DisplayStyle::{Hosking, JapaneseDigits, Kawasaki, Kif, WesternLetters};
    let styles = [
        Western,
        WesternLetters,
        Hosking,
        Kawasaki,
        Japanese,
        JapaneseDigits,
        Kif,
        Canonical,
    ];
    for (variant, before, mv, texts) in IN_EACH_STYLE {
        for (style, text) in styles.into_iter().zip(texts) {
            // The canonical text of Shogun Chess is UCI, whatever the display style.
            let text = if variant == Shogun && style == Canonical {
                mv
            } else {
                text
            };
            shows(variant, before, mv, style, text);
        }
    }
    let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|text| Move::parse(Shogi, text).unwrap());
    let line = |style| display_line(&position(Shogi, "startpos"), &moves, style);
    assert_eq!(line(JapaneseDigits), ["▲76歩", "△34歩", "▲22角成", "△同銀"]);
    let kif = [
        "▲７六歩(77)",
        "△３四歩(33)",
        "▲２二角成(88)",
        "△同\u{3000}銀(31)",
    ];
    assert_eq!(line(Kif), kif);
    assert_eq!(line(Kawasaki), ["歩-76", "歩-34", "角x22+", "銀x"]);
    let promoted = "4k4/9/9/9/4+S4/9/4+R4/9/4K4 b - 1";
    shows(Shogi, promoted, "5e5d", Kawasaki, "+銀-54");
    shows(Shogi, promoted, "5g5f", Kawasaki, "龍-56");
}

#[test]
fn western_style_of_tori_shogi_has_no_dash() {
    shows(Torishogi, "startpos", "3d3c", Western, "Sx33");
    shows(
        Torishogi,
        "3k3/7/7/7/7/7/3K3 b S 1",
        "S*3c",
        Western,
        "S*33",
    );
    shows(
        Torishogi,
        "3k3/7/7/7/7/7/3K3 b S 1",
        "S*3c",
        WesternTopLeft,
        "S*53",
    );
    shows(
        Torishogi,
        "3k3/6S/7/7/7/7/3K3 b - 1",
        "1b1a+",
        Western,
        "S11+",
    );
    shows(
        Torishogi,
        "3k3/7/7/4S2/7/7/3K3 b - 1",
        "3d3c",
        Western,
        "S33",
    );
    shows(
        Torishogi,
        "3k3/7/7/7/7/7/3K3 b S 1",
        "S*4b",
        Western,
        "S*42",
    );
    shows(
        Torishogi,
        "3k3/7/7/7/7/2C1C2/3K3 b - 1",
        "3f4e",
        Western,
        "C36-45",
    );
}

#[test]
fn western_style_is_san_in_shogun() {
    let bare = |board: &str| format!("{board} w - - 0 1");
    let white = |board: &str, mv: &str, expected: &str| {
        shows(Shogun, &bare(board), mv, Western, expected);
    };
    white("7k/8/8/2P5/8/8/8/K7[]", "c5c6+", "c6=C");
    white("7k/8/8/2P5/8/8/8/K7[]", "c5c6", "c6");
    white("7k/8/8/8/8/8/1R6/K7[]", "b2b6+", "Rb6=M");
    white("7k/8/8/4F3/8/8/8/K7[]", "e5d6+", "Fd6=Q");
    white("7k/8/8/8/8/8/8/K7[N]", "N@d5", "N@d5");
    white("7k/8/8/8/8/8/8/K7[P]", "P@d1", "P@d1");
    white("7k/8/8/8/8/8/1R6/1R5K[]", "b2b3", "Rb3");
    white("3r2k1/8/8/8/8/8/8/K2R4[]", "d1d8+", "Rxd8=M+");
    // Disambiguation by file, by rank, by both; pinned pieces do not count.
    white("7k/8/8/8/8/8/8/KN3N2[]", "b1d2", "Nbd2");
    white("7k/8/8/1N6/8/1N6/8/K7[]", "b5d4", "N5d4");
    white("7k/8/8/1N6/8/1N3N2/8/K7[]", "b3d4", "Nb3d4");
    white("7k/8/8/8/8/8/8/r2NKN2[]", "f1e3", "Ne3");
    // Only the piece in the zone can promote: the promotion distinguishes the moves.
    white("7k/8/1R6/8/8/2R5/8/K7[]", "b6b3+", "Rb3=M");
    white("7k/8/1R6/8/8/2R5/8/K7[]", "b6b3", "Rbb3");
    white("7k/8/1R6/8/8/2R5/8/K7[]", "c3b3", "Rcb3");
    // Promoted pieces have their own letters; a captain is no pawn.
    white("7k/1p6/+P7/8/8/8/8/K7[]", "a6b7", "Cxb7");
    white("7k/8/8/3p4/8/8/8/K2+F4[]", "d1d5", "Qxd5");
    white("7k/8/8/8/8/8/+N7/7K[]", "a2c3", "Gc3");
    white("7k/8/8/8/8/8/+B7/7K[]", "a2c3", "Ac3+");
    let castling = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    shows(Shogun, castling, "e1g1", Western, "O-O");
    shows(Shogun, castling, "e1c1", Western, "O-O-O");
    let en_passant = "7k/8/8/3Pp3/8/8/8/K7[] w - e6 0 1";
    shows(Shogun, en_passant, "d5e6", Western, "dxe6");
    white("k7/8/8/8/8/8/7R/K7[]", "h2h8", "Rh8+");
    white("k7/7R/8/8/8/8/6R1/K7[]", "g2g8", "Rg8#");
    let drop_mate = "8/R7/7k/R7/5N2/8/8/K7[P] w - - 0 1";
    shows(Shogun, drop_mate, "P@g5", Western, "P@g5#");
    shows(Shogun, castling, "e1g1", Japanese, "O-O");
}

#[test]
fn japanese_style_is_written_in_the_shogi_family() {
    shows(Shogi, "startpos", "7g7f", Japanese, "▲７六歩");
    shows(Shogi, AFTER_TWO_PAWNS, "8h2b+", Japanese, "▲２二角成");
    shows(
        Shogi,
        "4k4/9/9/9/5N3/9/9/9/4K4 b - 1",
        "4e3c",
        Japanese,
        "▲３三桂不成",
    );
    shows(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "P*5e",
        Japanese,
        "▲５五歩",
    );
    shows(
        Shogi,
        "4k4/9/9/9/9/9/9/9/4K4 w p 1",
        "P*5e",
        Japanese,
        "△５五歩",
    );
    shows(
        Shogi,
        "4k4/9/9/9/9/9/9/4G4/4K4 b G 1",
        "G*5g",
        Japanese,
        "▲５七金打",
    );
    shows(
        Shogi,
        "4k4/9/9/9/9/9/9/4G4/4K4 b G 1",
        "5h5g",
        Japanese,
        "▲５七金",
    );
    // Side by side below: left, right; straight ahead.
    let golds = "4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1";
    shows(Shogi, golds, "6h5g", Japanese, "▲５七金左");
    shows(Shogi, golds, "4h5g", Japanese, "▲５七金右");
    let three = "4k4/9/9/9/9/9/9/3GGG3/4K4 b - 1";
    shows(Shogi, three, "5h5g", Japanese, "▲５七金直");
    shows(Shogi, three, "6h5g", Japanese, "▲５七金左");
    let stacked = "4k4/9/9/4G4/9/4G4/9/9/4K4 b - 1";
    shows(Shogi, stacked, "5d5e", Japanese, "▲５五金引");
    shows(Shogi, stacked, "5f5e", Japanese, "▲５五金上");
    let gotes = "4k4/3g1g3/9/9/9/9/9/9/4K4 w - 1";
    shows(Shogi, gotes, "6b5c", Japanese, "△５三金右");
    let horses = "4k4/9/9/9/9/9/3+B1+B3/9/4K4 b - 1";
    shows(Shogi, horses, "6g5f", Japanese, "▲５六馬左");
    shows(Torishogi, "startpos", "3d3c", Japanese, "▲３三燕");
    let goose = "3k3/7/7/3+S3/7/7/3K3 b - 1";
    shows(Torishogi, goose, "4d4f", Japanese, "▲４六雁");
    shows(Minishogi, "startpos", "5d5c", Japanese, "▲５三歩");
}

#[test]
fn a_straight_step_is_marked_except_of_dragon_and_horse() {
    let golds = "4k4/9/9/9/9/4GG3/9/9/4K4 b - 1";
    shows(Shogi, golds, "5f5e", Japanese, "▲５五金直");
    let dragons = "k8/9/9/9/9/4+R+R3/9/9/4K4 b - 1";
    shows(Shogi, dragons, "5f5e", Japanese, "▲５五龍左");
    let horses = "4k4/9/9/9/9/4+B+B3/9/9/4K4 b - 1";
    shows(Shogi, horses, "5f5e", Japanese, "▲５五馬左");
    let silvers = "4k4/9/9/9/9/4+S+S3/9/9/4K4 b - 1";
    shows(Shogi, silvers, "5f5e", Japanese, "▲５五成銀直");
    let eagles = "6k/7/7/7/3+F+F2/7/3K3 b - 1";
    shows(Torishogi, eagles, "4e4d", Japanese, "▲４四鵰直");
}

#[test]
fn a_line_abbreviates_the_square_of_the_previous_move() {
    let moves: Vec<_> = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "1a1a"]
        .iter()
        .map(|mv| Move::parse(Shogi, mv).unwrap())
        .collect();
    let start = position(Shogi, "startpos");
    assert_eq!(
        display_line(&start, &moves, Japanese),
        ["▲７六歩", "△３四歩", "▲２二角成", "△同銀", "▲４五角"],
        "stops before the illegal move"
    );
}

#[test]
fn an_impossible_move_is_displayed_as_its_canonical_text() {
    let start = position(Shogi, "startpos");
    let from_empty = Move::parse(Shogi, "5e5d").unwrap();
    for style in [Western, Japanese, Canonical] {
        assert_eq!(display_move(&start, from_empty, style), "5e5d");
    }
}
