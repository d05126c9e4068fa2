use komadai_rules::VariantId;

use super::levels::level;
use super::{KingBuckets, VariantData, value};

pub(super) static DATA: VariantData = VariantData {
    variant: VariantId::Torishogi,
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
    net: embedded!("torishogi"),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 8, 9, 9], &[10], &[11]]),
    hand_step: 2,
    nnue_win_scale: 960.0,
    classical_win_scale: 1_090.0,
    levels: [
        level(-367, 0, 0, 378, 57, 1_000, 792),
        level(284, 0, 0, 325, 36, 500, 604),
        level(412, 0, 0, 275, 24, 446, 477),
        level(588, 0, 0, 229, 15, 373, 360),
        level(724, 0, 0, 181, 8, 271, 244),
        level(859, 0, 0, 152, 5, 198, 170),
        level(1_089, 1, 50_000, 245, 4, 83, 189),
        level(1_295, 1, 50_000, 190, 3, 50, 119),
        level(1_485, 1, 50_000, 157, 2, 32, 80),
        level(1_695, 1, 50_000, 112, 1, 13, 42),
        level(1_842, 1, 50_000, 77, 0, 4, 20),
        level(2_043, 1, 50_000, 28, 0, 0, 0),
        level(2_207, 3, 380, 0, 0, 0, 0),
        level(2_469, 5, 880, 0, 0, 0, 0),
        level(2_606, 6, 1_510, 0, 0, 0, 0),
        level(2_776, 6, 2_850, 0, 0, 0, 0),
        level(2_962, 8, 4_820, 0, 0, 0, 0),
    ],
};
