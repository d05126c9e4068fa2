use komadai_rules::VariantId;

use super::levels::level;
use super::{KingBuckets, VariantData, value};

pub(super) static DATA: VariantData = VariantData {
    variant: VariantId::Minishogi,
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
    net: embedded!("minishogi"),
    king_buckets: &KingBuckets(&[
        &[0, 1, 2],
        &[3, 4, 5],
        &[6, 7, 8],
        &[9, 10, 11],
        &[12, 13, 14],
    ]),
    hand_step: 1,
    nnue_win_scale: 310.0,
    classical_win_scale: 420.0,
    levels: [
        level(-109, 0, 0, 900, 100, 1_000, 950),
        level(68, 0, 0, 932, 93, 870, 957),
        level(173, 0, 0, 985, 69, 500, 947),
        level(293, 0, 0, 741, 60, 496, 816),
        level(400, 0, 0, 618, 48, 490, 688),
        level(512, 0, 0, 530, 33, 473, 559),
        level(616, 0, 0, 454, 22, 427, 448),
        level(724, 0, 0, 383, 14, 357, 345),
        level(886, 0, 0, 291, 6, 234, 209),
        level(997, 0, 0, 210, 2, 103, 90),
        level(1_118, 1, 50_000, 215, 3, 69, 151),
        level(1_240, 1, 50_000, 142, 2, 36, 88),
        level(1_362, 1, 50_000, 63, 1, 10, 34),
        level(1_476, 1, 50_000, 0, 0, 0, 0),
        level(1_602, 4, 800, 0, 0, 0, 0),
        level(1_696, 5, 2_660, 0, 0, 0, 0),
        level(1_817, 8, 26_410, 0, 0, 0, 0),
    ],
};
