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
    net: EmbeddedNet::of(Some(include_bytes!("../../../../nets/minishogi.nnue"))),
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
        level(29, 0, 0, 710, 73, 1_000, 850),
        level(364, 0, 0, 710, 73, 500, 824),
        level(453, 0, 0, 610, 47, 500, 677),
        level(542, 0, 0, 517, 28, 490, 540),
        level(690, 0, 0, 413, 16, 411, 388),
        level(844, 0, 0, 295, 6, 246, 214),
        level(966, 0, 0, 221, 2, 121, 106),
        level(1_016, 0, 0, 195, 0, 78, 68),
        level(1_198, 1, 1_000, 163, 2, 45, 107),
        level(1_315, 1, 1_000, 72, 0, 3, 31),
        level(1_373, 1, 1_000, 40, 0, 0, 10),
        level(1_503, 2, 400, 0, 0, 0, 0),
        level(1_605, 4, 700, 0, 0, 0, 0),
        level(1_703, 5, 2_500, 0, 0, 0, 0),
        level(1_830, 20, 250_000, 0, 0, 0, 0),
    ],
};
