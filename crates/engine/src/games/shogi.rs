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
    net: EmbeddedNet::of(include_bytes!("../../../../nets/shogi.nnue")),
    king_buckets: &KingBuckets(&[&[0, 0, 1, 1, 2], &[3, 3, 4, 4, 2], &[5], &[6], &[6], &[7]]),
    hand_step: 2,
    nnue_win_scale: 1_140.0,
    classical_win_scale: 1_470.0,
    levels: [
        level(-299, 0, 0, 337, 64, 1_000, 770),
        level(356, 0, 0, 252, 30, 520, 525),
        level(573, 0, 0, 186, 13, 355, 325),
        level(741, 1, 50_000, 425, 8, 143, 315),
        level(945, 1, 50_000, 354, 6, 109, 243),
        level(1_032, 1, 50_000, 298, 5, 82, 182),
        level(1_186, 1, 50_000, 252, 3, 60, 135),
        level(1_339, 1, 50_000, 209, 2, 40, 94),
        level(1_522, 1, 50_000, 164, 1, 21, 57),
        level(1_691, 1, 50_000, 129, 0, 8, 32),
        level(1_846, 2, 290, 172, 0, 0, 0),
        level(2_055, 3, 660, 17, 0, 0, 0),
        level(2_321, 3, 1_300, 0, 0, 0, 0),
        level(2_411, 4, 1_860, 0, 0, 0, 0),
        level(2_600, 5, 3_130, 0, 0, 0, 0),
        level(2_731, 6, 5_810, 0, 0, 0, 0),
        level(2_996, 7, 20_000, 0, 0, 0, 0),
    ],
};
