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
    net: EmbeddedNet::of(Some(include_bytes!("../../../../nets/torishogi.nnue"))),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 8, 9, 9], &[10], &[11]]),
    hand_step: 2,
    win_scale: 1_090.0,
    levels: [
        level(224, 0, 0, 338, 175, 516),
        level(409, 0, 0, 262, 112, 382),
        level(573, 0, 0, 204, 79, 265),
        level(663, 0, 0, 155, 50, 165),
        level(843, 0, 0, 100, 20, 68),
        level(1_097, 1, 1_000, 388, 44, 78),
        level(1_336, 1, 1_000, 297, 28, 39),
        level(1_481, 1, 1_000, 233, 18, 13),
        level(1_652, 1, 1_000, 182, 10, 1),
        level(1_861, 1, 1_000, 125, 4, 0),
        level(2_092, 1, 1_000, 66, 0, 0),
        level(2_377, 2, 400, 0, 0, 0),
        level(2_485, 3, 560, 0, 0, 0),
        level(2_722, 5, 900, 0, 0, 0),
    ],
};
