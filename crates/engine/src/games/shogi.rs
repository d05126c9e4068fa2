//! Shogi.

use komadai_rules::GameId;

use super::levels::level;
use super::{EmbeddedNet, GameData, KingBuckets, value};

pub(super) static DATA: GameData = GameData {
    game: GameId::Shogi,
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
    net: EmbeddedNet::none(),
    king_buckets: &KingBuckets(&[&[0, 0, 1, 1, 2], &[3, 3, 4, 4, 2], &[5], &[6], &[6], &[7]]),
    hand_step: 2,
    win_scale: 1_470.0,
    levels: [
        level(-182, 0, 0, 337, 64, 1_000, 770),
        level(300, 0, 0, 300, 44, 500, 650),
        level(545, 0, 0, 244, 26, 467, 497),
        level(744, 0, 0, 185, 11, 372, 324),
        level(893, 0, 0, 142, 5, 226, 197),
        level(1_077, 0, 0, 97, 0, 77, 67),
        level(1_275, 1, 1_000, 429, 8, 144, 319),
        level(1_450, 1, 1_000, 338, 6, 102, 226),
        level(1_621, 1, 1_000, 256, 3, 62, 138),
        level(1_798, 1, 1_000, 196, 1, 33, 78),
        level(1_967, 1, 1_000, 126, 0, 6, 30),
        level(2_177, 2, 400, 40, 0, 0, 0),
        level(2_331, 3, 430, 0, 0, 0, 0),
        level(2_482, 3, 1_300, 0, 0, 0, 0),
        level(2_667, 4, 2_000, 0, 0, 0, 0),
    ],
};
