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
    net: EmbeddedNet::of(include_bytes!("../../../../nets/shogun.nnue")),
    king_buckets: &KingBuckets(&[&[0, 1, 2, 3], &[4, 4, 5, 5], &[6, 6, 7, 7], &[8], &[9]]),
    hand_step: 1,
    nnue_win_scale: 710.0,
    classical_win_scale: 1_020.0,
    levels: [
        level(-324, 0, 0, 462, 48, 1_000, 746),
        level(421, 0, 0, 409, 36, 490, 583),
        level(608, 0, 0, 340, 20, 461, 449),
        level(780, 0, 0, 277, 11, 371, 322),
        level(959, 0, 0, 213, 5, 224, 195),
        level(1_125, 1, 50_000, 292, 5, 108, 238),
        level(1_319, 1, 50_000, 241, 4, 79, 177),
        level(1_507, 1, 50_000, 195, 3, 54, 124),
        level(1_695, 1, 50_000, 162, 1, 34, 87),
        level(1_859, 1, 50_000, 117, 0, 15, 48),
        level(2_047, 1, 50_000, 64, 0, 1, 9),
        level(2_209, 2, 370, 0, 0, 0, 0),
        level(2_405, 4, 980, 0, 0, 0, 0),
        level(2_579, 5, 1_720, 0, 0, 0, 0),
        level(2_773, 6, 2_880, 0, 0, 0, 0),
        level(2_976, 7, 4_950, 0, 0, 0, 0),
        level(3_163, 7, 15_000, 0, 0, 0, 0),
    ],
};
