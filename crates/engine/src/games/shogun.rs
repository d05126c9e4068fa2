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
    win_scale: 1_020.0,
    levels: [
        level(-324, 0, 0, 462, 48, 1_000, 746),
        level(421, 0, 0, 409, 36, 490, 583),
        level(626, 0, 0, 334, 19, 458, 436),
        level(756, 0, 0, 284, 12, 388, 337),
        level(918, 0, 0, 235, 7, 274, 239),
        level(1_015, 0, 0, 182, 3, 157, 136),
        level(1_254, 1, 50_000, 258, 4, 89, 197),
        level(1_464, 1, 50_000, 202, 3, 58, 131),
        level(1_671, 1, 50_000, 169, 2, 39, 95),
        level(1_760, 1, 50_000, 141, 0, 22, 65),
        level(1_970, 1, 50_000, 91, 0, 7, 28),
        level(2_048, 1, 50_000, 64, 0, 1, 9),
        level(2_300, 3, 580, 0, 0, 0, 0),
        level(2_435, 4, 1_130, 0, 0, 0, 0),
        level(2_673, 5, 2_270, 0, 0, 0, 0),
        level(2_961, 7, 4_520, 0, 0, 0, 0),
        level(3_163, 7, 15_000, 0, 0, 0, 0),
    ],
};
