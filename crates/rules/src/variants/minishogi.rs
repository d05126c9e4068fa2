//! Minishogi, 5×5 (RULES 2): Shogi without lances and knights, with a zone of one rank.

use super::kinds::{base, handicap, king, promoted};
use super::steps::{BISHOP, DRAGON, GOLD, HORSE, PAWN, ROOK, SILVER};
use crate::spec::game::game_tables;
use crate::spec::game_spec::{GameSpec, PieceKindSpec};
use crate::types::piece_kind::PieceKind;
use crate::variants::game_id::GameId;

/// Minishogi, 5×5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Minishogi;

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, 6, 0, 2),
    base('S', SILVER, 7, 1, 2),
    base('G', GOLD, 0, 2, 2),
    base('B', BISHOP, 8, 3, 2),
    base('R', ROOK, 9, 4, 2),
    king(),
    promoted('P', GOLD, 0),
    promoted('S', GOLD, 1),
    promoted('B', HORSE, 3),
    promoted('R', DRAGON, 4),
];

const SPEC: GameSpec = GameSpec {
    id: GameId::Minishogi,
    files: 5,
    ranks: 5,
    kinds: KINDS,
    hand_kinds: 5,
    king: PieceKind::new(5),
    hand_order: &[
        PieceKind::new(4),
        PieceKind::new(3),
        PieceKind::new(2),
        PieceKind::new(1),
        PieceKind::PAWN,
    ],
    start: "rbsgk/4p/5/P4/KGSBR",
    zone_ranks: 1,
    drop_ranks: 5,
    pawns_per_file: Some(1),
    promotion_compulsory: false,
    pawn_drop_mate_illegal: true,
    chess_rules: false,
    handicaps: &[
        handicap("bishop", "r1sgk/4p/5/P4/KGSBR", 0),
        handicap("rook", "1bsgk/4p/5/P4/KGSBR", 0),
        handicap("two-piece", "2sgk/4p/5/P4/KGSBR", 0),
        handicap("three-piece", "3gk/4p/5/P4/KGSBR", 0),
        handicap("four-piece", "4k/4p/5/P4/KGSBR", 0),
    ],
};

game_tables!(Minishogi, GameId::Minishogi, SPEC, Bitboard32, u32, squares 25, kinds 10);
