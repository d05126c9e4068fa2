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
        level(344, 0, 0, 807, 68, 500, 895),
        level(448, 0, 0, 649, 53, 494, 734),
        level(556, 0, 0, 540, 34, 478, 575),
        level(662, 0, 0, 467, 23, 438, 467),
        level(774, 0, 0, 401, 15, 379, 371),
        level(880, 0, 0, 307, 7, 259, 233),
        level(984, 0, 0, 228, 3, 132, 115),
        level(1_082, 1, 50_000, 244, 4, 82, 175),
        level(1_192, 1, 50_000, 155, 2, 42, 101),
        level(1_293, 1, 50_000, 89, 1, 15, 47),
        level(1_394, 1, 50_000, 18, 0, 3, 9),
        level(1_503, 3, 500, 0, 0, 0, 0),
        level(1_608, 4, 1_440, 0, 0, 0, 0),
        level(1_729, 6, 7_540, 0, 0, 0, 0),
        level(1_849, 9, 70_000, 0, 0, 0, 0),
    ],
};
