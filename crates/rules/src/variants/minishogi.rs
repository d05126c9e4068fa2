//! Minishogi, 5×5 (`docs/rules/minishogi.md`): Shogi without lances and knights, with a zone of one
//! rank.

use super::kinds::{base, handicap, king, promoted};
use super::rules::{KEYS_WITHOUT_IMPASSE, SHOGI_FAMILY_RULES};
use super::steps;
use crate::spec::piece_spec::PieceKindSpec;
use crate::spec::variant_spec::{FileLimit, TextStyle, VariantSpec};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::Repetition;
use crate::variants::VariantId;
use crate::variants::tables_macro::variant_tables;

/// Minishogi, 5×5.
///
/// ```
/// use komadai_rules::{Variant, Minishogi, Position};
/// assert_eq!((Minishogi::SPEC.files, Minishogi::SPEC.ranks), (5, 5));
/// assert_eq!(Position::<Minishogi>::start().legal_moves().len(), 14);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Minishogi;

// Indices into `KINDS`.
const PAWN: PieceKind = PieceKind::PAWN;
const SILVER: PieceKind = PieceKind::new(1);
const GOLD: PieceKind = PieceKind::new(2);
const BISHOP: PieceKind = PieceKind::new(3);
const ROOK: PieceKind = PieceKind::new(4);
const KING: PieceKind = PieceKind::new(5);
const TOKIN: PieceKind = PieceKind::new(6);
const PROMOTED_SILVER: PieceKind = PieceKind::new(7);
const HORSE: PieceKind = PieceKind::new(8);
const DRAGON: PieceKind = PieceKind::new(9);

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, steps::PAWN, 2)
        .kanji("歩")
        .promotes_to(TOKIN),
    base('S', SILVER, steps::SILVER, 2)
        .kanji("銀")
        .promotes_to(PROMOTED_SILVER),
    base('G', GOLD, steps::GOLD, 2).kanji("金"),
    base('B', BISHOP, steps::BISHOP, 2)
        .kanji("角")
        .promotes_to(HORSE),
    base('R', ROOK, steps::ROOK, 2)
        .kanji("飛")
        .promotes_to(DRAGON),
    king().kanji("玉"),
    promoted('P', PAWN, steps::GOLD).kanji("と"),
    promoted('S', SILVER, steps::GOLD).kanji("成銀"),
    promoted('B', BISHOP, steps::HORSE).kanji("馬"),
    promoted('R', ROOK, steps::DRAGON).kanji("龍"),
];

const SPEC: VariantSpec = VariantSpec {
    id: VariantId::Minishogi,
    name: "minishogi",
    title: "Minishogi",
    files: 5,
    ranks: 5,
    kinds: KINDS,
    hand_kinds: 5,
    king: KING,
    hand_order: &[ROOK, BISHOP, GOLD, SILVER, PAWN],
    start: "rbsgk/4p/5/P4/KGSBR",
    zone_ranks: 1,
    drop_ranks: 5,
    pawns_per_file: Some(FileLimit { max: 1 }),
    promotion_compulsory: false,
    pawn_drop_mate_illegal: true,
    chess_pawns: false,
    castling: None,
    fen_counters: false,
    draw_by_agreement: false,
    rule_keys: KEYS_WITHOUT_IMPASSE,
    repetitions: &[Repetition::Draw4, Repetition::SenteLoses4],
    default_rules: SHOGI_FAMILY_RULES,
    text_style: TextStyle::Shogi,
    western_dash: true,
    handicaps: &[
        handicap("bishop", "r1sgk/4p/5/P4/KGSBR", 0),
        handicap("rook", "1bsgk/4p/5/P4/KGSBR", 0),
        handicap("two-piece", "2sgk/4p/5/P4/KGSBR", 0),
        handicap("three-piece", "3gk/4p/5/P4/KGSBR", 0),
        handicap("four-piece", "4k/4p/5/P4/KGSBR", 0),
    ],
    furigoma: true,
};

variant_tables!(Minishogi, VariantId::Minishogi, SPEC, Bitboard32, u32, squares 25, kinds 10);
