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
    net: EmbeddedNet::none(),
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
        level(245, 0, 0, 635, 278, 830),
        level(404, 0, 0, 552, 222, 722),
        level(548, 0, 0, 460, 172, 590),
        level(714, 0, 0, 325, 112, 395),
        level(836, 0, 0, 228, 72, 245),
        level(959, 0, 0, 120, 26, 85),
        level(1_067, 1, 1_000, 405, 47, 100),
        level(1_196, 1, 1_000, 283, 26, 45),
        level(1_333, 1, 1_000, 168, 6, 0),
        level(1_460, 2, 400, 92, 0, 0),
        level(1_588, 2, 400, 0, 0, 0),
        level(1_723, 4, 700, 0, 0, 0),
        level(1_845, 5, 2_500, 0, 0, 0),
        level(1_982, 20, 250_000, 0, 0, 0),
    ],
};
