//! Tori Shogi.

use komadai_rules::GameId;

use super::levels::level;
use super::{EmbeddedNet, GameData, KingBuckets, value};

pub(super) static DATA: GameData = GameData {
    game: GameId::Torishogi,
    #[rustfmt::skip]
    piece_values: &[
        //   name  board  hand
        value("S",   100,   120),
        value("P",   300,   290),
        value("C",   600,   580),
        value("L",   560,   540),
        value("R",   560,   540),
        value("F",   720,   700),
        value("K",     0,     0),
        value("+S",  240,     0),
        value("+F", 1500,     0),
    ],
    weights: include_bytes!("weights/torishogi.weights"),
    net: EmbeddedNet::of(include_bytes!("../../../../nets/torishogi.nnue")),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 8, 9, 9], &[10], &[11]]),
    hand_step: 2,
    nnue_win_scale: 960.0,
    classical_win_scale: 1_090.0,
    levels: [
        level(-304, 0, 0, 378, 57, 1_000, 792),
        level(329, 0, 0, 325, 36, 500, 604),
        level(521, 0, 0, 269, 22, 439, 461),
        level(685, 0, 0, 214, 12, 348, 322),
        level(887, 0, 0, 171, 7, 245, 218),
        level(1_052, 1, 50_000, 238, 4, 79, 180),
        level(1_238, 1, 50_000, 200, 3, 56, 132),
        level(1_425, 1, 50_000, 160, 2, 33, 83),
        level(1_594, 1, 50_000, 120, 1, 15, 48),
        level(1_773, 1, 50_000, 93, 0, 7, 29),
        level(1_956, 1, 50_000, 61, 0, 2, 11),
        level(2_146, 2, 260, 0, 0, 0, 0),
        level(2_327, 4, 490, 0, 0, 0, 0),
        level(2_517, 5, 880, 0, 0, 0, 0),
        level(2_706, 6, 1_510, 0, 0, 0, 0),
        level(2_892, 6, 2_850, 0, 0, 0, 0),
        level(3_084, 8, 4_820, 0, 0, 0, 0),
    ],
};
