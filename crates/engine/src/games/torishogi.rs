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
        level(-151, 0, 0, 378, 57, 1_000, 792),
        level(280, 0, 0, 378, 57, 841, 732),
        level(394, 0, 0, 340, 40, 734, 638),
        level(544, 0, 0, 309, 30, 645, 561),
        level(687, 0, 0, 268, 20, 523, 455),
        level(957, 0, 0, 199, 8, 325, 282),
        level(1_101, 0, 0, 142, 3, 160, 139),
        level(1_179, 0, 0, 113, 0, 76, 66),
        level(1_325, 1, 1_000, 246, 4, 89, 198),
        level(1_434, 1, 1_000, 184, 2, 46, 101),
        level(1_662, 1, 1_000, 146, 1, 19, 58),
        level(1_720, 1, 1_000, 96, 0, 0, 24),
        level(2_042, 2, 400, 0, 0, 0, 0),
        level(2_187, 3, 560, 0, 0, 0, 0),
        level(2_268, 5, 900, 0, 0, 0, 0),
    ],
};
