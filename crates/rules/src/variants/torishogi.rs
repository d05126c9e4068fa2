//! Tori Shogi, 7×7 (`docs/rules/torishogi.md`): every piece is a bird; the swallow is the pawn, the phoenix the king.

use super::kinds::{base, handicap, king, promoted};
use super::rules::{KEYS_WITHOUT_IMPASSE, SHOGI_FAMILY_RULES};
use super::steps::{self, slide, step};
use crate::spec::piece_spec::{PieceKindSpec, Step, StepUse};
use crate::spec::variant_spec::{FileLimit, TextStyle, VariantSpec};
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::{Repetition, RuleSet};
use crate::variants::VariantId;
use crate::variants::tables_macro::variant_tables;

/// Tori Shogi, 7×7.
///
/// ```
/// use komadai_rules::{Variant, PieceKind, Torishogi};
/// // The swallow is the pawn of Tori Shogi, the phoenix its king.
/// assert_eq!(Torishogi::SPEC.kind(PieceKind::PAWN).letter, 'S');
/// assert_eq!((Torishogi::SPEC.files, Torishogi::SPEC.ranks), (7, 7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Torishogi;

/// The eagle's slide of at most two squares, which can be blocked.
const fn short(dx: i8, dy: i8) -> Step {
    Step {
        dx,
        dy,
        max: 2,
        only: StepUse::Both,
    }
}

const PHEASANT_STEPS: &[Step] = &[step(0, 2), step(1, -1), step(-1, -1)];
const CRANE_STEPS: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, -1),
    step(0, -1),
    step(-1, -1),
    step(-1, 1),
];
const LEFT_QUAIL_STEPS: &[Step] = &[slide(0, 1), slide(1, -1), step(-1, -1)];
const RIGHT_QUAIL_STEPS: &[Step] = &[slide(0, 1), slide(-1, -1), step(1, -1)];
const FALCON_STEPS: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, 0),
    step(1, -1),
    step(-1, -1),
    step(-1, 0),
    step(-1, 1),
];
const GOOSE_STEPS: &[Step] = &[step(2, 2), step(-2, 2), step(0, -2)];
const EAGLE_STEPS: &[Step] = &[
    step(0, 1),
    step(1, 0),
    step(-1, 0),
    slide(1, 1),
    slide(-1, 1),
    slide(0, -1),
    short(1, -1),
    short(-1, -1),
];

// Indices into `KINDS`.
const SWALLOW: PieceKind = PieceKind::PAWN;
const PHEASANT: PieceKind = PieceKind::new(1);
const CRANE: PieceKind = PieceKind::new(2);
const LEFT_QUAIL: PieceKind = PieceKind::new(3);
const RIGHT_QUAIL: PieceKind = PieceKind::new(4);
const FALCON: PieceKind = PieceKind::new(5);
const PHOENIX: PieceKind = PieceKind::new(6);
const GOOSE: PieceKind = PieceKind::new(7);
const EAGLE: PieceKind = PieceKind::new(8);

const KINDS: &[PieceKindSpec] = &[
    base('S', SWALLOW, steps::PAWN, 16)
        .kanji("燕")
        .promotes_to(GOOSE),
    base('P', PHEASANT, PHEASANT_STEPS, 4).kanji("雉"),
    base('C', CRANE, CRANE_STEPS, 4).kanji("鶴"),
    base('L', LEFT_QUAIL, LEFT_QUAIL_STEPS, 2).kanji("左鶉"),
    base('R', RIGHT_QUAIL, RIGHT_QUAIL_STEPS, 2).kanji("右鶉"),
    base('F', FALCON, FALCON_STEPS, 2)
        .kanji("鷹")
        .promotes_to(EAGLE),
    king().kanji("鵬"),
    promoted('S', SWALLOW, GOOSE_STEPS).kanji("雁"),
    promoted('F', FALCON, EAGLE_STEPS).kanji("鵰"),
];

const SPEC: VariantSpec = VariantSpec {
    id: VariantId::Torishogi,
    name: "torishogi",
    title: "Tori Shogi",
    files: 7,
    ranks: 7,
    kinds: KINDS,
    hand_kinds: 6,
    king: PHOENIX,
    hand_order: &[FALCON, LEFT_QUAIL, RIGHT_QUAIL, CRANE, PHEASANT, SWALLOW],
    start: "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
    zone_ranks: 2,
    drop_ranks: 7,
    pawns_per_file: Some(FileLimit { max: 2 }),
    promotion_compulsory: true,
    pawn_drop_mate_illegal: true,
    chess_pawns: false,
    castling: None,
    fen_counters: false,
    draw_by_agreement: false,
    rule_keys: KEYS_WITHOUT_IMPASSE,
    repetitions: &[
        Repetition::StarterMustVary3,
        Repetition::CreatorLoses3,
        Repetition::CreatorLoses4,
    ],
    default_rules: RuleSet {
        repetition: Repetition::StarterMustVary3,
        ..SHOGI_FAMILY_RULES
    },
    text_style: TextStyle::Shogi,
    western_dash: false,
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
    furigoma: false,
};

variant_tables!(Torishogi, VariantId::Torishogi, SPEC, Bitboard64, u64, squares 49, kinds 9);
