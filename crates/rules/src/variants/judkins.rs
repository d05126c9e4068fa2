//! Judkins Shogi, 6×6 (Paul Judkins, before 1998): Shogi without lances, one piece of each kind, a
//! zone of two ranks.
//!
//! Source: <https://en.wikipedia.org/wiki/Judkins_shogi>; Fairy-Stockfish's variant `judkins`.

use super::kinds::{base, king, promoted};
use super::rules::{KEYS_WITHOUT_IMPASSE, SHOGI_FAMILY_RULES};
use super::steps;
use crate::spec::piece_spec::PieceKindSpec;
use crate::spec::variant_spec::{FileLimit, TextStyle, VariantSpec};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::Repetition;
use crate::variants::VariantId;
use crate::variants::tables_macro::variant_tables;

/// Judkins Shogi, 6×6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Judkins;

// Indices into `KINDS`.
const PAWN: PieceKind = PieceKind::PAWN;
const KNIGHT: PieceKind = PieceKind::new(1);
const SILVER: PieceKind = PieceKind::new(2);
const GOLD: PieceKind = PieceKind::new(3);
const BISHOP: PieceKind = PieceKind::new(4);
const ROOK: PieceKind = PieceKind::new(5);
const KING: PieceKind = PieceKind::new(6);
const TOKIN: PieceKind = PieceKind::new(7);
const PROMOTED_KNIGHT: PieceKind = PieceKind::new(8);
const PROMOTED_SILVER: PieceKind = PieceKind::new(9);
const HORSE: PieceKind = PieceKind::new(10);
const DRAGON: PieceKind = PieceKind::new(11);

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, steps::PAWN, 2)
        .kanji("歩")
        .promotes_to(TOKIN),
    base('N', KNIGHT, steps::SHOGI_KNIGHT, 2)
        .kanji("桂")
        .promotes_to(PROMOTED_KNIGHT),
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
    promoted('N', KNIGHT, steps::GOLD).kanji("成桂"),
    promoted('S', SILVER, steps::GOLD).kanji("成銀"),
    promoted('B', BISHOP, steps::HORSE).kanji("馬"),
    promoted('R', ROOK, steps::DRAGON).kanji("龍"),
];

const SPEC: VariantSpec = VariantSpec {
    id: VariantId::Judkins,
    name: "judkins",
    title: "Judkins Shogi",
    files: 6,
    ranks: 6,
    kinds: KINDS,
    hand_kinds: 6,
    king: KING,
    hand_order: &[ROOK, BISHOP, GOLD, SILVER, KNIGHT, PAWN],
    start: "rbnsgk/5p/6/6/P5/KGSNBR",
    zone_ranks: 2,
    drop_ranks: 6,
    pawns_per_file: Some(FileLimit { max: 1 }),
    promotion_compulsory: false,
    pawn_drop_mate_illegal: true,
    chess_pawns: false,
    castling: None,
    fen_counters: false,
    draw_by_agreement: false,
    rule_keys: KEYS_WITHOUT_IMPASSE,
    repetitions: &[Repetition::Draw4],
    default_rules: SHOGI_FAMILY_RULES,
    text_style: TextStyle::Shogi,
    western_dash: true,
    handicaps: &[],
    furigoma: false,
};

variant_tables!(Judkins, VariantId::Judkins, SPEC, Bitboard64, u64, squares 36, kinds 12);
