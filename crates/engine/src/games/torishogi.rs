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
        level(-507, 0, 0, 378, 57, 1_000, 792),
        level(142, 0, 0, 377, 57, 500, 730),
        level(219, 0, 0, 318, 34, 499, 586),
        level(553, 0, 0, 241, 16, 416, 389),
        level(685, 0, 0, 187, 8, 290, 255),
        level(986, 0, 0, 120, 2, 105, 91),
        level(1_097, 1, 50_000, 225, 3, 73, 164),
        level(1_251, 1, 50_000, 183, 2, 45, 108),
        level(1_461, 1, 50_000, 142, 1, 22, 62),
        level(1_644, 1, 50_000, 101, 0, 7, 33),
        level(1_880, 1, 50_000, 60, 0, 0, 11),
        level(2_106, 3, 210, 0, 0, 0, 0),
        level(2_372, 3, 640, 0, 0, 0, 0),
        level(2_555, 5, 910, 0, 0, 0, 0),
        level(2_741, 6, 1_400, 0, 0, 0, 0),
        level(2_900, 6, 2_590, 0, 0, 0, 0),
        level(3_105, 8, 4_820, 0, 0, 0, 0),
    ],
};
