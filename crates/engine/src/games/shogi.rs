//! Shogi.

use komadai_rules::GameId;

use super::levels::level;
use super::{EmbeddedNet, GameData, KingBuckets, value};

pub(super) static DATA: GameData = GameData {
    game: GameId::Shogi,
    #[rustfmt::skip]
    piece_values: &[
        //   name  board  hand
        value("P",    90,   105),
        value("L",   290,   310),
        value("N",   320,   350),
        value("S",   470,   510),
        value("G",   530,   570),
        value("B",   800,   880),
        value("R",   960,  1050),
        value("K",     0,     0),
        value("+P",  480,     0),
        value("+L",  490,     0),
        value("+N",  500,     0),
        value("+S",  520,     0),
        value("+B", 1130,     0),
        value("+R", 1330,     0),
    ],
    weights: include_bytes!("weights/shogi.weights"),
    net: EmbeddedNet::of(include_bytes!("../../../../nets/shogi.nnue")),
    king_buckets: &KingBuckets(&[&[0, 0, 1, 1, 2], &[3, 3, 4, 4, 2], &[5], &[6], &[6], &[7]]),
    hand_step: 2,
    win_scale: 1_470.0,
    levels: [
        level(-355, 0, 0, 337, 64, 1_000, 770),
        level(212, 0, 0, 300, 44, 500, 650),
        level(405, 0, 0, 236, 24, 448, 473),
        level(541, 0, 0, 190, 14, 363, 337),
        level(726, 1, 50_000, 392, 7, 127, 281),
        level(900, 1, 50_000, 324, 5, 95, 212),
        level(1_063, 1, 50_000, 272, 4, 70, 155),
        level(1_268, 1, 50_000, 220, 2, 45, 103),
        level(1_526, 1, 50_000, 166, 1, 22, 58),
        level(1_757, 1, 50_000, 112, 0, 1, 20),
        level(1_872, 2, 340, 144, 0, 0, 0),
        level(2_074, 3, 690, 5, 0, 0, 0),
        level(2_273, 3, 1_490, 0, 0, 0, 0),
        level(2_421, 4, 2_520, 0, 0, 0, 0),
        level(2_567, 5, 4_120, 0, 0, 0, 0),
        level(2_760, 6, 8_000, 0, 0, 0, 0),
        level(2_856, 7, 20_000, 0, 0, 0, 0),
    ],
};
