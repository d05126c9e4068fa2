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
        level(540, 0, 0, 196, 16, 380, 355),
        level(741, 1, 50_000, 425, 8, 143, 315),
        level(896, 1, 50_000, 371, 6, 117, 260),
        level(1_054, 1, 50_000, 291, 5, 79, 175),
        level(1_226, 1, 50_000, 241, 3, 55, 124),
        level(1_397, 1, 50_000, 195, 2, 34, 82),
        level(1_575, 1, 50_000, 153, 1, 17, 49),
        level(1_749, 2, 200, 244, 0, 0, 0),
        level(1_921, 2, 390, 116, 0, 0, 0),
        level(2_104, 3, 750, 14, 0, 0, 0),
        level(2_298, 3, 1_230, 1, 0, 0, 0),
        level(2_457, 4, 2_110, 0, 0, 0, 0),
        level(2_635, 5, 3_700, 0, 0, 0, 0),
        level(2_802, 6, 8_100, 0, 0, 0, 0),
        level(2_996, 7, 20_000, 0, 0, 0, 0),
    ],
};
