use komadai_rules::VariantId;

use super::levels::level;
use super::{KingBuckets, VariantData, value};

pub(super) static DATA: VariantData = VariantData {
    variant: VariantId::Shogun,
    #[rustfmt::skip]
    piece_values: &[
        //   name  board  hand
        value("P",   100,   110),
        value("N",   300,   320),
        value("B",   320,   320),
        value("R",   440,   430),
        value("F",   190,   220),
        value("K",     0,     0),
        value("+P",  290,     0),
        value("+N",  620,     0),
        value("+B",  700,     0),
        value("+R",  820,     0),
        value("+F",  960,     0),
    ],
    weights: include_bytes!("weights/shogun.weights"),
    net: embedded!("shogun"),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 4, 5, 5], &[6, 6, 7, 7], &[8], &[9]]),
    hand_step: 1,
    nnue_win_scale: 710.0,
    classical_win_scale: 1_020.0,
    levels: [
        level(-414, 0, 0, 462, 48, 1_000, 746),
        level(335, 0, 0, 409, 36, 490, 583),
        level(508, 0, 0, 340, 20, 461, 449),
        level(692, 0, 0, 271, 10, 356, 309),
        level(885, 0, 0, 214, 5, 225, 196),
        level(1_075, 1, 50_000, 302, 5, 114, 250),
        level(1_276, 1, 50_000, 241, 4, 79, 177),
        level(1_436, 1, 50_000, 197, 3, 55, 127),
        level(1_650, 1, 50_000, 147, 1, 28, 74),
        level(1_839, 1, 50_000, 101, 0, 11, 36),
        level(2_084, 1, 50_000, 56, 0, 0, 3),
        level(2_228, 3, 470, 0, 0, 0, 0),
        level(2_424, 4, 1_040, 0, 0, 0, 0),
        level(2_627, 5, 1_820, 0, 0, 0, 0),
        level(2_764, 6, 3_070, 0, 0, 0, 0),
        level(2_958, 7, 6_410, 0, 0, 0, 0),
        level(3_117, 7, 15_000, 0, 0, 0, 0),
    ],
};
