//! Tori Shogi, 7×7 (RULES 3): every man is a bird; the swallow is the pawn, the phoenix the king.

use super::kinds::{base, handicap, king, promoted};
use super::steps::PAWN;
use crate::spec::game::game_tables;
use crate::spec::game_spec::{GameSpec, PieceKindSpec, Step, StepUse};
use crate::types::piece_kind::PieceKind;
use crate::variants::game_id::GameId;

/// Tori Shogi, 7×7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Torishogi;

const fn step(dx: i8, dy: i8) -> Step {
    Step::single(dx, dy)
}

const fn slide(dx: i8, dy: i8) -> Step {
    Step::slide(dx, dy)
}

/// The eagle's slide of at most two squares, which can be blocked.
const fn short(dx: i8, dy: i8) -> Step {
    Step {
        dx,
        dy,
        max: 2,
        only: StepUse::Both,
    }
}

const PHEASANT: &[Step] = &[step(0, 2), step(1, -1), step(-1, -1)];
const CRANE: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, -1),
    step(0, -1),
    step(-1, -1),
    step(-1, 1),
];
const LEFT_QUAIL: &[Step] = &[slide(0, 1), slide(1, -1), step(-1, -1)];
const RIGHT_QUAIL: &[Step] = &[slide(0, 1), slide(-1, -1), step(1, -1)];
const FALCON: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, 0),
    step(1, -1),
    step(-1, -1),
    step(-1, 0),
    step(-1, 1),
];
const GOOSE: &[Step] = &[step(2, 2), step(-2, 2), step(0, -2)];
const EAGLE: &[Step] = &[
    step(0, 1),
    step(1, 0),
    step(-1, 0),
    slide(1, 1),
    slide(-1, 1),
    slide(0, -1),
    short(1, -1),
    short(-1, -1),
];

const KINDS: &[PieceKindSpec] = &[
    base('S', PAWN, 7, 0, 16),
    base('P', PHEASANT, 0, 1, 4),
    base('C', CRANE, 0, 2, 4),
    base('L', LEFT_QUAIL, 0, 3, 2),
    base('R', RIGHT_QUAIL, 0, 4, 2),
    base('F', FALCON, 8, 5, 2),
    king(),
    promoted('S', GOOSE, 0),
    promoted('F', EAGLE, 5),
];

const SPEC: GameSpec = GameSpec {
    id: GameId::Torishogi,
    files: 7,
    ranks: 7,
    kinds: KINDS,
    hand_kinds: 6,
    king: PieceKind::new(6),
    hand_order: &[
        PieceKind::new(5),
        PieceKind::new(3),
        PieceKind::new(4),
        PieceKind::new(2),
        PieceKind::new(1),
        PieceKind::PAWN,
    ],
    start: "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
    zone_ranks: 2,
    drop_ranks: 7,
    pawns_per_file: Some(2),
    promotion_compulsory: true,
    pawn_drop_mate_illegal: true,
    chess_rules: false,
    handicaps: &[
        handicap(
            "left-quail",
            "rpckcp1/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
            0,
        ),
        handicap("falcon", "rpckcpl/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR", 0),
        handicap(
            "falcon-left-quail",
            "rpckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
            0,
        ),
        handicap(
            "falcon-quails",
            "1pckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
            0,
        ),
    ],
};

game_tables!(Torishogi, GameId::Torishogi, SPEC, Bitboard64, u64, squares 49, kinds 9);
