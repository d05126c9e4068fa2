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
        level(-53, 0, 0, 337, 64, 1_000, 770),
        level(424, 0, 0, 289, 39, 725, 631),
        level(499, 0, 0, 251, 25, 599, 521),
        level(679, 0, 0, 205, 14, 439, 383),
        level(948, 0, 0, 139, 5, 216, 188),
        level(1_035, 0, 0, 97, 0, 77, 67),
        level(1_190, 1, 1_000, 430, 8, 144, 320),
        level(1_356, 1, 1_000, 356, 6, 111, 246),
        level(1_422, 1, 1_000, 283, 4, 75, 166),
        level(1_680, 1, 1_000, 189, 1, 29, 71),
        level(1_836, 1, 1_000, 110, 0, 0, 20),
        level(1_950, 2, 400, 40, 0, 0, 0),
        level(2_048, 3, 430, 0, 0, 0, 0),
        level(2_231, 3, 1_300, 0, 0, 0, 0),
        level(2_367, 4, 2_000, 0, 0, 0, 0),
    ],
};
