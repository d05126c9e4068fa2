//! Minishogi.

use komadai_rules::GameId;

use super::levels::level;
use super::{EmbeddedNet, GameData, KingBuckets, value};

pub(super) static DATA: GameData = GameData {
    game: GameId::Minishogi,
    #[rustfmt::skip]
    piece_values: &[
        //   name  board  hand
        value("P",   110,   130),
        value("S",   430,   480),
        value("G",   490,   550),
        value("B",   560,   640),
        value("R",   680,   780),
        value("K",     0,     0),
        value("+P",  450,     0),
        value("+S",  480,     0),
        value("+B",  900,     0),
        value("+R", 1050,     0),
    ],
    weights: include_bytes!("weights/minishogi.weights"),
    net: EmbeddedNet::of(include_bytes!("../../../../nets/minishogi.nnue")),
    king_buckets: &KingBuckets(&[
        &[0, 1, 2],
        &[3, 4, 5],
        &[6, 7, 8],
        &[9, 10, 11],
        &[12, 13, 14],
    ]),
    hand_step: 1,
    win_scale: 420.0,
    levels: [
        level(193, 0, 0, 710, 73, 1_000, 850),
        level(324, 0, 0, 782, 70, 500, 930),
        level(374, 0, 0, 722, 66, 500, 841),
        level(414, 0, 0, 654, 59, 499, 742),
        level(556, 0, 0, 540, 33, 487, 574),
        level(634, 0, 0, 474, 23, 457, 476),
        level(749, 0, 0, 382, 13, 368, 343),
        level(783, 0, 0, 336, 9, 304, 275),
        level(898, 0, 0, 282, 6, 220, 195),
        level(980, 0, 0, 218, 2, 117, 102),
        level(1_106, 1, 50_000, 220, 3, 71, 155),
        level(1_215, 1, 50_000, 156, 2, 42, 102),
        level(1_321, 1, 50_000, 96, 1, 15, 51),
        level(1_491, 1, 50_000, 0, 0, 0, 0),
        level(1_575, 4, 650, 0, 0, 0, 0),
        level(1_658, 5, 2_430, 0, 0, 0, 0),
        level(1_743, 8, 25_000, 0, 0, 0, 0),
    ],
};
