use komadai_rules::VariantId;

use super::levels::level;
use super::{KingBuckets, VariantData, value};

pub(super) static DATA: VariantData = VariantData {
    variant: VariantId::Shogi,
    #[rustfmt::skip]
    piece_values: &[
        //   name  board  hand
        value("P",    90,   105),
        value("L",   290,   310),
        value("N",   320,   350),
        value("S",   470,   510),
        value("G",   530,   570),
        value("B",   800,   880),
        value("R",   960,  1050),
        value("K",     0,     0),
        value("+P",  480,     0),
        value("+L",  490,     0),
        value("+N",  500,     0),
        value("+S",  520,     0),
        value("+B", 1130,     0),
        value("+R", 1330,     0),
    ],
    weights: include_bytes!("weights/shogi.weights"),
    net: embedded!("shogi"),
    king_buckets: &KingBuckets(&[&[0, 0, 1, 1, 2], &[3, 3, 4, 4, 2], &[5], &[6], &[6], &[7]]),
    hand_step: 2,
    nnue_win_scale: 1_140.0,
    classical_win_scale: 1_470.0,
    levels: [
        level(-411, 0, 0, 337, 64, 1_000, 770),
        level(265, 0, 0, 252, 30, 520, 525),
        level(452, 0, 0, 209, 19, 415, 400),
        level(618, 1, 50_000, 449, 8, 154, 339),
        level(825, 1, 50_000, 373, 7, 118, 262),
        level(1_038, 1, 50_000, 305, 5, 85, 189),
        level(1_202, 1, 50_000, 248, 3, 58, 131),
        level(1_368, 1, 50_000, 202, 2, 37, 89),
        level(1_540, 1, 50_000, 162, 1, 21, 56),
        level(1_740, 1, 50_000, 125, 0, 7, 29),
        level(1_953, 2, 360, 132, 0, 0, 0),
        level(2_143, 3, 580, 36, 0, 0, 0),
        level(2_390, 3, 1_180, 0, 0, 0, 0),
        level(2_502, 4, 1_800, 0, 0, 0, 0),
        level(2_694, 5, 2_950, 0, 0, 0, 0),
        level(2_861, 6, 5_990, 0, 0, 0, 0),
        level(3_062, 7, 14_000, 0, 0, 0, 0),
    ],
};
