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
    net: EmbeddedNet::none(),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 4, 5, 5], &[6, 6, 7, 7], &[8], &[9]]),
    hand_step: 1,
    win_scale: 1_020.0,
    levels: [
        level(-295, 0, 0, 462, 48, 1_000, 746),
        level(200, 0, 0, 462, 48, 788, 686),
        level(530, 0, 0, 375, 25, 594, 516),
        level(707, 0, 0, 321, 16, 471, 410),
        level(804, 0, 0, 266, 9, 346, 301),
        level(1_029, 0, 0, 186, 3, 165, 144),
        level(1_099, 0, 0, 143, 0, 69, 60),
        level(1_359, 1, 1_000, 310, 6, 118, 263),
        level(1_544, 1, 1_000, 245, 4, 81, 179),
        level(1_723, 1, 1_000, 178, 2, 46, 101),
        level(1_822, 1, 1_000, 122, 0, 9, 46),
        level(2_052, 1, 1_000, 51, 0, 0, 3),
        level(2_169, 3, 420, 0, 0, 0, 0),
        level(2_311, 4, 720, 0, 0, 0, 0),
        level(2_501, 4, 1_050, 0, 0, 0, 0),
    ],
};
