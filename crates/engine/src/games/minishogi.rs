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
    net: EmbeddedNet::of(include_bytes!("../../../../nets/minishogi.nnue")),
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
        level(-27, 0, 0, 900, 100, 1_000, 950),
        level(240, 0, 0, 1_072, 70, 500, 974),
        level(330, 0, 0, 830, 70, 500, 916),
        level(422, 0, 0, 677, 58, 497, 775),
        level(534, 0, 0, 557, 37, 486, 599),
        level(633, 0, 0, 483, 25, 452, 490),
        level(766, 0, 0, 409, 16, 388, 382),
        level(866, 0, 0, 317, 8, 276, 248),
        level(958, 0, 0, 250, 4, 168, 148),
        level(1_017, 0, 0, 200, 1, 87, 75),
        level(1_136, 1, 50_000, 200, 3, 62, 138),
        level(1_213, 1, 50_000, 138, 2, 34, 86),
        level(1_291, 1, 50_000, 90, 1, 15, 48),
        level(1_408, 1, 50_000, 8, 0, 1, 4),
        level(1_503, 3, 500, 0, 0, 0, 0),
        level(1_676, 5, 2_850, 0, 0, 0, 0),
        level(1_779, 8, 26_410, 0, 0, 0, 0),
    ],
};
