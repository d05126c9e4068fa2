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
        level(372, 0, 0, 430, 160, 580),
        level(496, 0, 0, 325, 134, 478),
        level(688, 0, 0, 240, 97, 330),
        level(833, 0, 0, 168, 54, 178),
        level(1_028, 0, 0, 79, 24, 67),
        level(1_203, 1, 1_000, 421, 55, 101),
        level(1_384, 1, 1_000, 328, 34, 48),
        level(1_556, 1, 1_000, 241, 19, 8),
        level(1_717, 1, 1_000, 172, 9, 1),
        level(1_845, 1, 1_000, 116, 3, 0),
        level(2_041, 1, 1_000, 51, 0, 0),
        level(2_195, 3, 420, 0, 0, 0),
        level(2_340, 4, 720, 0, 0, 0),
        level(2_468, 4, 1_050, 0, 0, 0),
    ],
};
