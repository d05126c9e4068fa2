//! Shogun Chess, 8×8 (`docs/rules/shogun.md`): chess with drops, in which every piece promotes.

use super::kinds::{base, king, promoted};
use super::rules::SHOGI_FAMILY_RULES;
use super::steps::{self, slide, step};
use crate::spec::castling_spec::{CastlingFiles, CastlingSpec};
use crate::spec::piece_spec::{PieceKindSpec, Step, StepUse};
use crate::spec::variant_spec::{TextStyle, VariantSpec};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::{PerpetualCheck, Repetition, RuleKey, RuleSet, Stalemate};
use crate::variants::VariantId;
use crate::variants::tables_macro::variant_tables;

/// Shogun Chess, 8×8.
///
/// ```
/// use komadai_rules::{Variant, Position, Shogun};
/// assert!(Shogun::SPEC.castling.is_some() && Shogun::SPEC.chess_pawns);
/// assert_eq!(Position::<Shogun>::start().legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shogun;

const fn only(dx: i8, dy: i8, only: StepUse) -> Step {
    Step {
        dx,
        dy,
        max: 1,
        only,
    }
}

/// The generator adds double steps, en passant and castling.
const CHESS_PAWN_STEPS: &[Step] = &[
    only(0, 1, StepUse::Quiet),
    only(1, 1, StepUse::Capture),
    only(-1, 1, StepUse::Capture),
];
const KNIGHT_STEPS: &[Step] = &[
    step(1, 2),
    step(2, 1),
    step(2, -1),
    step(1, -2),
    step(-1, -2),
    step(-2, -1),
    step(-2, 1),
    step(-1, 2),
];
const DUCHESS_STEPS: &[Step] = &[step(1, 1), step(1, -1), step(-1, -1), step(-1, 1)];
const QUEEN_STEPS: &[Step] = &[
    slide(0, 1),
    slide(1, 1),
    slide(1, 0),
    slide(1, -1),
    slide(0, -1),
    slide(-1, -1),
    slide(-1, 0),
    slide(-1, 1),
];

/// Concatenates the steps of two pieces.
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

const GENERAL_STEPS: &[Step] = &both::<16>(KNIGHT_STEPS, steps::KING);
const ARCHBISHOP_STEPS: &[Step] = &both::<12>(KNIGHT_STEPS, steps::BISHOP);
const MORTAR_STEPS: &[Step] = &both::<12>(KNIGHT_STEPS, steps::ROOK);

// Indices into `KINDS`.
const PAWN: PieceKind = PieceKind::PAWN;
const KNIGHT: PieceKind = PieceKind::new(1);
const BISHOP: PieceKind = PieceKind::new(2);
const ROOK: PieceKind = PieceKind::new(3);
const DUCHESS: PieceKind = PieceKind::new(4);
const KING: PieceKind = PieceKind::new(5);
const CAPTAIN: PieceKind = PieceKind::new(6);
const GENERAL: PieceKind = PieceKind::new(7);
const ARCHBISHOP: PieceKind = PieceKind::new(8);
const MORTAR: PieceKind = PieceKind::new(9);
const QUEEN: PieceKind = PieceKind::new(10);

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, CHESS_PAWN_STEPS, 16).promotes_to(CAPTAIN),
    base('N', KNIGHT, KNIGHT_STEPS, 4).promotes_to(GENERAL),
    base('B', BISHOP, steps::BISHOP, 4).promotes_to(ARCHBISHOP),
    base('R', ROOK, steps::ROOK, 4).promotes_to(MORTAR),
    base('F', DUCHESS, DUCHESS_STEPS, 2).promotes_to(QUEEN),
    king(),
    promoted('P', PAWN, steps::KING).alias('C'),
    promoted('N', KNIGHT, GENERAL_STEPS).alias('G').single(),
    promoted('B', BISHOP, ARCHBISHOP_STEPS).alias('A').single(),
    promoted('R', ROOK, MORTAR_STEPS).alias('M').single(),
    promoted('F', DUCHESS, QUEEN_STEPS).alias('Q').single(),
];

const SPEC: VariantSpec = VariantSpec {
    id: VariantId::Shogun,
    name: "shogun",
    title: "Shogun Chess",
    files: 8,
    ranks: 8,
    kinds: KINDS,
    hand_kinds: 5,
    king: KING,
    hand_order: &[ROOK, BISHOP, KNIGHT, DUCHESS, PAWN],
    start: "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR",
    zone_ranks: 3,
    drop_ranks: 5,
    pawns_per_file: None,
    promotion_compulsory: false,
    pawn_drop_mate_illegal: false,
    chess_pawns: true,
    castling: Some(&CastlingSpec {
        rook: ROOK,
        king_from: 4,
        kingside: CastlingFiles {
            king_to: 6,
            rook_from: 7,
            rook_to: 5,
        },
        queenside: CastlingFiles {
            king_to: 2,
            rook_from: 0,
            rook_to: 3,
        },
    }),
    fen_counters: true,
    draw_by_agreement: true,
    rule_keys: &[
        RuleKey::Repetition,
        RuleKey::PerpetualCheck,
        RuleKey::IllegalMove,
        RuleKey::Stalemate,
        RuleKey::NMoveRule,
        RuleKey::MaxPlies,
    ],
    repetitions: &[Repetition::Draw3],
    default_rules: RuleSet {
        repetition: Repetition::Draw3,
        perpetual_check: PerpetualCheck::None,
        stalemate: Stalemate::Draw,
        n_move_rule: Some(50),
        ..SHOGI_FAMILY_RULES
    },
    text_style: TextStyle::Chess,
    western_dash: false,
    handicaps: &[],
    furigoma: false,
};

variant_tables!(Shogun, VariantId::Shogun, SPEC, Bitboard64, u64, squares 64, kinds 11);
