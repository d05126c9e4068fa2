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
        level(-555, 0, 0, 378, 57, 1_000, 792),
        level(148, 0, 0, 378, 57, 500, 732),
        level(345, 0, 0, 310, 30, 500, 565),
        level(519, 0, 0, 249, 17, 452, 407),
        level(707, 0, 0, 191, 7, 303, 263),
        level(890, 0, 0, 139, 3, 152, 132),
        level(1_003, 0, 0, 113, 0, 76, 66),
        level(1_279, 1, 1_000, 246, 4, 89, 198),
        level(1_442, 1, 1_000, 196, 2, 54, 120),
        level(1_651, 1, 1_000, 149, 1, 21, 61),
        level(1_814, 1, 1_000, 106, 0, 4, 31),
        level(1_889, 1, 1_000, 96, 0, 0, 24),
        level(2_285, 2, 400, 0, 0, 0, 0),
        level(2_410, 3, 560, 0, 0, 0, 0),
        level(2_655, 5, 900, 0, 0, 0, 0),
    ],
};
