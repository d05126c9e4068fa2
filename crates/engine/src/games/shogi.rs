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
        level(-218, 0, 0, 337, 64, 1_000, 770),
        level(351, 0, 0, 300, 44, 500, 650),
        level(447, 0, 0, 254, 29, 473, 524),
        level(690, 0, 0, 203, 16, 401, 377),
        level(853, 0, 0, 148, 6, 245, 213),
        level(1_063, 1, 50_000, 396, 7, 129, 285),
        level(1_229, 1, 50_000, 314, 5, 90, 201),
        level(1_431, 1, 50_000, 249, 3, 59, 131),
        level(1_707, 1, 50_000, 188, 1, 30, 73),
        level(1_879, 1, 50_000, 130, 0, 8, 33),
        level(2_071, 2, 380, 75, 0, 0, 0),
        level(2_165, 3, 420, 9, 0, 0, 0),
        level(2_396, 3, 1_360, 0, 0, 0, 0),
        level(2_581, 4, 2_280, 0, 0, 0, 0),
        level(2_776, 5, 4_200, 0, 0, 0, 0),
        level(2_830, 5, 8_540, 0, 0, 0, 0),
        level(3_061, 7, 20_000, 0, 0, 0, 0),
    ],
};
