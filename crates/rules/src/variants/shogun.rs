//! Shogun Chess, 8×8 (RULES 4): chess with drops, in which every man promotes.

use super::kinds::{base, king, promoted};
use super::steps::{BISHOP, KING, ROOK};
use crate::spec::game::game_tables;
use crate::spec::game_spec::{GameSpec, PieceKindSpec, Step, StepUse};
use crate::types::piece_kind::PieceKind;
use crate::variants::game_id::GameId;

/// Shogun Chess, 8×8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shogun;

const fn step(dx: i8, dy: i8) -> Step {
    Step::single(dx, dy)
}

const fn slide(dx: i8, dy: i8) -> Step {
    Step::slide(dx, dy)
}

const fn only(dx: i8, dy: i8, only: StepUse) -> Step {
    Step {
        dx,
        dy,
        max: 1,
        only,
    }
}

/// The double step, en passant and castling are not movement but rules: see the generator.
const CHESS_PAWN: &[Step] = &[
    only(0, 1, StepUse::Quiet),
    only(1, 1, StepUse::Capture),
    only(-1, 1, StepUse::Capture),
];
const KNIGHT: &[Step] = &[
    step(1, 2),
    step(2, 1),
    step(2, -1),
    step(1, -2),
    step(-1, -2),
    step(-2, -1),
    step(-2, 1),
    step(-1, 2),
];
const DUCHESS: &[Step] = &[step(1, 1), step(1, -1), step(-1, -1), step(-1, 1)];
const QUEEN: &[Step] = &[
    slide(0, 1),
    slide(1, 1),
    slide(1, 0),
    slide(1, -1),
    slide(0, -1),
    slide(-1, -1),
    slide(-1, 0),
    slide(-1, 1),
];

/// Moves of one piece and of another.
const fn both<const N: usize>(one: &[Step], other: &[Step]) -> [Step; N] {
    let mut moves = [step(0, 0); N];
    let mut i = 0;
    while i < N {
        moves[i] = if i < one.len() {
            one[i]
        } else {
            other[i - one.len()]
        };
        i += 1;
    }
    moves
}

const GENERAL: &[Step] = &both::<16>(KNIGHT, KING);
const ARCHBISHOP: &[Step] = &both::<12>(KNIGHT, BISHOP);
const MORTAR: &[Step] = &both::<12>(KNIGHT, ROOK);

const KINDS: &[PieceKindSpec] = &[
    base('P', CHESS_PAWN, 6, 0, 16),
    base('N', KNIGHT, 7, 1, 4),
    base('B', BISHOP, 8, 2, 4),
    base('R', ROOK, 9, 3, 4),
    base('F', DUCHESS, 10, 4, 2),
    king(),
    promoted('P', KING, 0),
    promoted('N', GENERAL, 1).single(),
    promoted('B', ARCHBISHOP, 2).single(),
    promoted('R', MORTAR, 3).single(),
    promoted('F', QUEEN, 4).single(),
];

const SPEC: GameSpec = GameSpec {
    id: GameId::Shogun,
    files: 8,
    ranks: 8,
    kinds: KINDS,
    hand_kinds: 5,
    king: PieceKind::new(5),
    // Strong to weak.
    hand_order: &[
        PieceKind::new(3),
        PieceKind::new(2),
        PieceKind::new(1),
        PieceKind::new(4),
        PieceKind::PAWN,
    ],
    start: "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR",
    zone_ranks: 3,
    drop_ranks: 5,
    pawns_per_file: None,
    promotion_compulsory: false,
    pawn_drop_mate_illegal: false,
    chess_rules: true,
    handicaps: &[],
};

game_tables!(Shogun, GameId::Shogun, SPEC, Bitboard64, u64, squares 64, kinds 11);
