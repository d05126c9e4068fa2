//! Shogi, 9×9 (`docs/rules/shogi.md`).

use super::kinds::{base, handicap, king, promoted};
use super::rules::SHOGI_FAMILY_RULES;
use super::steps;
use crate::spec::piece_spec::PieceKindSpec;
use crate::spec::variant_spec::{FileLimit, Handicap, TextStyle, VariantSpec};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::{Impasse, Repetition, RuleKey, RuleSet};
use crate::variants::VariantId;
use crate::variants::tables_macro::variant_tables;

/// Shogi, 9×9.
///
/// ```
/// use komadai_rules::{Variant, Position, Shogi};
/// assert_eq!((Shogi::SPEC.files, Shogi::SPEC.ranks), (9, 9));
/// assert_eq!(Position::<Shogi>::start().legal_moves().len(), 30);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shogi;

// Indices into `KINDS`.
const PAWN: PieceKind = PieceKind::PAWN;
const LANCE: PieceKind = PieceKind::new(1);
const KNIGHT: PieceKind = PieceKind::new(2);
const SILVER: PieceKind = PieceKind::new(3);
const GOLD: PieceKind = PieceKind::new(4);
const BISHOP: PieceKind = PieceKind::new(5);
const ROOK: PieceKind = PieceKind::new(6);
const KING: PieceKind = PieceKind::new(7);
const TOKIN: PieceKind = PieceKind::new(8);
const PROMOTED_LANCE: PieceKind = PieceKind::new(9);
const PROMOTED_KNIGHT: PieceKind = PieceKind::new(10);
const PROMOTED_SILVER: PieceKind = PieceKind::new(11);
const HORSE: PieceKind = PieceKind::new(12);
const DRAGON: PieceKind = PieceKind::new(13);

const KINDS: &[PieceKindSpec] = &[
    base('P', PAWN, steps::PAWN, 18)
        .kanji("歩")
        .promotes_to(TOKIN)
        .worth(1),
    base('L', LANCE, steps::LANCE, 4)
        .kanji("香")
        .promotes_to(PROMOTED_LANCE)
        .worth(1),
    base('N', KNIGHT, steps::SHOGI_KNIGHT, 4)
        .kanji("桂")
        .promotes_to(PROMOTED_KNIGHT)
        .worth(1),
    base('S', SILVER, steps::SILVER, 4)
        .kanji("銀")
        .promotes_to(PROMOTED_SILVER)
        .worth(1),
    base('G', GOLD, steps::GOLD, 4).kanji("金").worth(1),
    base('B', BISHOP, steps::BISHOP, 2)
        .kanji("角")
        .promotes_to(HORSE)
        .worth(5),
    base('R', ROOK, steps::ROOK, 2)
        .kanji("飛")
        .promotes_to(DRAGON)
        .worth(5),
    king().kanji("玉"),
    promoted('P', PAWN, steps::GOLD).kanji("と").worth(1),
    promoted('L', LANCE, steps::GOLD).kanji("成香").worth(1),
    promoted('N', KNIGHT, steps::GOLD).kanji("成桂").worth(1),
    promoted('S', SILVER, steps::GOLD).kanji("成銀").worth(1),
    promoted('B', BISHOP, steps::HORSE).kanji("馬").worth(5),
    promoted('R', ROOK, steps::DRAGON).kanji("龍").worth(5),
];

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// From the mildest to the heaviest. Sources differ on the first and on the two of eight pieces:
/// `docs/rules/shogi.md`.
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

const SPEC: VariantSpec = VariantSpec {
    id: VariantId::Shogi,
    name: "shogi",
    title: "Shogi",
    files: 9,
    ranks: 9,
    kinds: KINDS,
    hand_kinds: 7,
    king: KING,
    hand_order: &[ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN],
    start: START,
    zone_ranks: 3,
    drop_ranks: 9,
    pawns_per_file: Some(FileLimit { max: 1 }),
    promotion_compulsory: false,
    pawn_drop_mate_illegal: true,
    chess_pawns: false,
    castling: None,
    fen_counters: false,
    draw_by_agreement: false,
    rule_keys: &[
        RuleKey::PawnDropMate,
        RuleKey::PawnDropCheck,
        RuleKey::Repetition,
        RuleKey::PerpetualCheck,
        RuleKey::Impasse,
        RuleKey::ImpasseCredit,
        RuleKey::Declaration,
        RuleKey::IllegalMove,
        RuleKey::Stalemate,
        RuleKey::MaxPlies,
    ],
    repetitions: &[Repetition::Draw4],
    default_rules: RuleSet {
        impasse: Impasse::Agreement24,
        ..SHOGI_FAMILY_RULES
    },
    text_style: TextStyle::Shogi,
    western_dash: true,
    handicaps: HANDICAPS,
    furigoma: true,
};

variant_tables!(Shogi, VariantId::Shogi, SPEC, Bitboard128, u128, squares 81, kinds 14);
