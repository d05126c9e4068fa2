//! Conversions between the types of the rules and of the wire.

use komadai_protocol::{EndReason, GameName, GameOutcome, RuleCode, SideName};
use komadai_rules::{Outcome, RefusalCode, Side, VariantId};

#[must_use]
pub fn game_id(game: GameName) -> VariantId {
    match game {
        GameName::Shogi => VariantId::Shogi,
        GameName::Minishogi => VariantId::Minishogi,
        GameName::Torishogi => VariantId::Torishogi,
        GameName::Shogun => VariantId::Shogun,
    }
}

#[must_use]
pub fn side_name(side: Side) -> SideName {
    match side {
        Side::First => SideName::First,
        Side::Second => SideName::Second,
    }
}

/// Never `None`: a test compares both lists.
#[must_use]
pub fn rule_code(code: RefusalCode) -> Option<RuleCode> {
    RuleCode::from_name(code.name())
}

/// Never `None`: a test compares both lists of reasons.
#[must_use]
pub fn outcome(outcome: Outcome) -> Option<GameOutcome> {
    Some(GameOutcome {
        winner: outcome.winner.map(side_name),
        reason: EndReason::from_name(outcome.reason.name())?,
        ply: outcome.ply,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use komadai_rules::Reason;

    use super::*;

    #[test]
    fn the_wire_knows_every_rule_and_every_reason() {
        let rules: BTreeSet<_> = RefusalCode::ALL.iter().map(|code| code.name()).collect();
        let wire: BTreeSet<_> = RuleCode::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(rules, wire);
        let mut reasons: BTreeSet<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        reasons.extend(["aborted", "not-begun", "abandoned", "cancelled"]);
        let wire: BTreeSet<_> = EndReason::ALL.iter().map(|reason| reason.name()).collect();
        assert_eq!(reasons, wire);
        for game in GameName::ALL {
            assert_eq!(game_id(game).name(), game.name());
        }
    }
}
