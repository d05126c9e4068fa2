//! Shogi, 9×9 (RULES 1).

use super::kinds::{base, handicap, king, promoted};
use super::steps::{BISHOP, DRAGON, GOLD, HORSE, LANCE, PAWN, ROOK, SHOGI_KNIGHT, SILVER};
use crate::spec::game::game_tables;
use crate::spec::game_spec::{GameSpec, Handicap, PieceKindSpec};
use crate::types::piece_kind::PieceKind;
use crate::variants::game_id::GameId;

/// Shogi, 9×9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shogi;

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, 8, 0, 18).worth(1),
    base('L', LANCE, 9, 1, 4).worth(1),
    base('N', SHOGI_KNIGHT, 10, 2, 4).worth(1),
    base('S', SILVER, 11, 3, 4).worth(1),
    base('G', GOLD, 0, 4, 4).worth(1),
    base('B', BISHOP, 12, 5, 2).worth(5),
    base('R', ROOK, 13, 6, 2).worth(5),
    king(),
    promoted('P', GOLD, 0).worth(1),
    promoted('L', GOLD, 1).worth(1),
    promoted('N', GOLD, 2).worth(1),
    promoted('S', GOLD, 3).worth(1),
    promoted('B', HORSE, 5).worth(5),
    promoted('R', DRAGON, 6).worth(5),
];

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// RULES 1.6; C-06 and C-07 explain the first one and the two eight-piece ones.
const HANDICAPS: &[Handicap] = &[
    Handicap {
        first_moves_first: true,
        ..handicap("weaker-first", START, 0)
    },
    handicap("stronger-first", START, 0),
    handicap(
        "lance",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        1,
    ),
    handicap(
        "right-lance",
        "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        1,
    ),
    handicap(
        "bishop",
        "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        5,
    ),
    handicap(
        "rook",
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        5,
    ),
    handicap(
        "rook-lance",
        "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        6,
    ),
    handicap(
        "two-piece",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        10,
    ),
    handicap(
        "four-piece",
        "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        12,
    ),
    handicap(
        "six-piece",
        "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        14,
    ),
    handicap(
        "eight-piece",
        "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        16,
    ),
    handicap(
        "eight-piece-golds",
        "2s1k1s2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        16,
    ),
    handicap(
        "ten-piece",
        "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        18,
    ),
    Handicap {
        second_pawns: 3,
        ..handicap("three-pawns", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", 24)
    },
    handicap("naked-king", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", 27),
];

const SPEC: GameSpec = GameSpec {
    id: GameId::Shogi,
    files: 9,
    ranks: 9,
    kinds: KINDS,
    hand_kinds: 7,
    king: PieceKind::new(7),
    hand_order: &[
        PieceKind::new(6),
        PieceKind::new(5),
        PieceKind::new(4),
        PieceKind::new(3),
        PieceKind::new(2),
        PieceKind::new(1),
        PieceKind::PAWN,
    ],
    start: START,
    zone_ranks: 3,
    drop_ranks: 9,
    pawns_per_file: Some(1),
    promotion_compulsory: false,
    pawn_drop_mate_illegal: true,
    chess_rules: false,
    handicaps: HANDICAPS,
};

game_tables!(Shogi, GameId::Shogi, SPEC, Bitboard128, u128, squares 81, kinds 14);
