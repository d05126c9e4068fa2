//! Shogun Chess.

use komadai_rules::GameId;

use super::levels::level;
use super::{EmbeddedNet, GameData, KingBuckets, value};

pub(super) static DATA: GameData = GameData {
    game: GameId::Shogun,
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
    net: EmbeddedNet::of(include_bytes!("../../../../nets/shogun.nnue")),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 4, 5, 5], &[6, 6, 7, 7], &[8], &[9]]),
    hand_step: 1,
    win_scale: 1_020.0,
    levels: [
        level(-249, 0, 0, 462, 48, 1_000, 746),
        level(299, 0, 0, 462, 48, 500, 686),
        level(519, 0, 0, 355, 22, 484, 476),
        level(634, 0, 0, 296, 13, 414, 360),
        level(787, 0, 0, 251, 8, 312, 272),
        level(1_000, 0, 0, 186, 3, 166, 144),
        level(1_132, 1, 50_000, 268, 5, 94, 209),
        level(1_332, 1, 50_000, 218, 3, 67, 148),
        level(1_468, 1, 50_000, 172, 2, 40, 98),
        level(1_723, 1, 50_000, 133, 0, 17, 57),
        level(1_877, 1, 50_000, 95, 0, 8, 31),
        level(2_096, 1, 50_000, 58, 0, 0, 5),
        level(2_256, 3, 490, 0, 0, 0, 0),
        level(2_439, 4, 1_170, 0, 0, 0, 0),
        level(2_685, 5, 2_330, 0, 0, 0, 0),
        level(2_760, 5, 5_060, 0, 0, 0, 0),
        level(3_080, 7, 15_000, 0, 0, 0, 0),
    ],
};
