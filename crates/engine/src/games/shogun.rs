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
        level(-339, 0, 0, 462, 48, 1_000, 746),
        level(331, 0, 0, 462, 48, 500, 686),
        level(513, 0, 0, 367, 24, 496, 500),
        level(674, 0, 0, 308, 14, 440, 383),
        level(851, 0, 0, 242, 7, 292, 255),
        level(994, 0, 0, 186, 3, 165, 144),
        level(1_141, 0, 0, 143, 0, 69, 60),
        level(1_336, 1, 1_000, 309, 6, 117, 261),
        level(1_463, 1, 1_000, 247, 4, 82, 182),
        level(1_592, 1, 1_000, 200, 3, 57, 126),
        level(1_846, 1, 1_000, 135, 0, 18, 59),
        level(1_985, 1, 1_000, 81, 0, 4, 21),
        level(2_219, 3, 420, 0, 0, 0, 0),
        level(2_420, 4, 720, 0, 0, 0, 0),
        level(2_548, 4, 1_050, 0, 0, 0, 0),
    ],
};
