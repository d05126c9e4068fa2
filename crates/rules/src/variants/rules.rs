//! Rule options shared by several variants.

use crate::types::rule_set::{
    Declaration, IllegalMove, Impasse, ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition,
    RuleKey, RuleSet, Stalemate,
};

/// Defaults of the shogi family.
pub(crate) const SHOGI_FAMILY_RULES: RuleSet = RuleSet {
    repetition: Repetition::Draw4,
    perpetual_check: PerpetualCheck::CheckerLoses,
    impasse: Impasse::Off,
    declaration: Declaration::Off,
    illegal_move: IllegalMove::Reject,
    stalemate: Stalemate::StalematedLoses,
    pawn_drop_check: PawnDropCheck::Allowed,
    impasse_credit: ImpasseCredit::Uwate,
    n_move_rule: None,
    max_plies: None,
};

/// Options of variants without impasse and declarations.
pub(crate) const KEYS_WITHOUT_IMPASSE: &[RuleKey] = &[
    RuleKey::PawnDropMate,
    RuleKey::Repetition,
    RuleKey::PerpetualCheck,
    RuleKey::IllegalMove,
    RuleKey::Stalemate,
    RuleKey::MaxPlies,
];
