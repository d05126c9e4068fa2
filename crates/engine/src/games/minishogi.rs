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
        level(153, 0, 0, 710, 73, 1_000, 850),
        level(333, 0, 0, 710, 73, 940, 824),
        level(405, 0, 0, 662, 61, 866, 753),
        level(495, 0, 0, 614, 48, 785, 683),
        level(567, 0, 0, 529, 30, 642, 558),
        level(798, 0, 0, 375, 11, 381, 332),
        level(959, 0, 0, 255, 4, 179, 156),
        level(1_024, 0, 0, 195, 0, 78, 68),
        level(1_260, 1, 1_000, 185, 3, 57, 127),
        level(1_495, 1, 1_000, 87, 0, 5, 41),
        level(1_559, 1, 1_000, 40, 0, 0, 10),
        level(1_642, 2, 400, 0, 0, 0, 0),
        level(1_744, 4, 700, 0, 0, 0, 0),
        level(1_922, 5, 2_500, 0, 0, 0, 0),
        level(2_045, 20, 250_000, 0, 0, 0, 0),
    ],
};
