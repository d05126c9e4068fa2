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
    win_scale: 1_090.0,
    levels: [
        level(-304, 0, 0, 378, 57, 1_000, 792),
        level(329, 0, 0, 325, 36, 500, 604),
        level(554, 0, 0, 259, 20, 429, 436),
        level(642, 0, 0, 223, 13, 370, 345),
        level(915, 0, 0, 165, 6, 231, 203),
        level(1_006, 0, 0, 130, 3, 132, 115),
        level(1_199, 1, 50_000, 208, 3, 61, 142),
        level(1_402, 1, 50_000, 167, 2, 36, 90),
        level(1_509, 1, 50_000, 134, 1, 20, 59),
        level(1_670, 1, 50_000, 108, 1, 11, 39),
        level(1_851, 1, 50_000, 81, 0, 4, 22),
        level(2_069, 1, 50_000, 40, 0, 0, 0),
        level(2_239, 3, 360, 0, 0, 0, 0),
        level(2_455, 5, 750, 0, 0, 0, 0),
        level(2_663, 6, 1_300, 0, 0, 0, 0),
        level(2_857, 6, 2_590, 0, 0, 0, 0),
        level(3_084, 8, 4_820, 0, 0, 0, 0),
    ],
};
