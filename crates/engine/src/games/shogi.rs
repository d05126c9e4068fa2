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
        level(409, 0, 0, 290, 126, 385),
        level(601, 0, 0, 222, 80, 270),
        level(762, 0, 0, 138, 37, 122),
        level(930, 0, 0, 48, 10, 30),
        level(1_099, 1, 1_000, 540, 75, 130),
        level(1_279, 1, 1_000, 395, 50, 88),
        level(1_421, 1, 1_000, 318, 33, 58),
        level(1_576, 1, 1_000, 248, 22, 25),
        level(1_709, 1, 1_000, 168, 9, 2),
        level(1_896, 1, 1_000, 110, 2, 0),
        level(2_043, 2, 400, 40, 0, 0),
        level(2_168, 3, 430, 0, 0, 0),
        level(2_341, 3, 1_300, 0, 0, 0),
        level(2_530, 4, 2_000, 0, 0, 0),
    ],
};
