//! The types of the rules as the wire names them, and back.

use komadai_protocol::{EndReason, GameName, GameOutcome, RuleCode, SideName};
use komadai_rules::{Outcome, RefusalCode, Side, VariantId};

/// The game of that name.
///
/// ```
/// use komadai_play::game_id;
/// use komadai_protocol::GameName;
/// use komadai_rules::VariantId;
/// assert_eq!(game_id(GameName::Torishogi), VariantId::Torishogi);
/// ```
#[must_use]
pub fn game_id(game: GameName) -> VariantId {
    match game {
        GameName::Shogi => VariantId::Shogi,
        GameName::Minishogi => VariantId::Minishogi,
        GameName::Torishogi => VariantId::Torishogi,
        GameName::Shogun => VariantId::Shogun,
    }
}

/// The name of a side.
///
/// ```
/// use komadai_play::side_name;
/// use komadai_protocol::SideName;
/// use komadai_rules::Side;
/// assert_eq!(side_name(Side::Second), SideName::Second);
/// ```
#[must_use]
pub fn side_name(side: Side) -> SideName {
    match side {
        Side::First => SideName::First,
        Side::Second => SideName::Second,
    }
}

/// The wire's code of a refusal. A test holds both lists together, so `None` does not occur.
///
/// ```
/// use komadai_play::rule_code;
/// use komadai_protocol::RuleCode;
/// use komadai_rules::RefusalCode;
/// assert_eq!(rule_code(RefusalCode::Nifu), Some(RuleCode::Nifu));
/// ```
#[must_use]
pub fn rule_code(code: RefusalCode) -> Option<RuleCode> {
    RuleCode::from_name(code.name())
}

/// An outcome as the wire has it. A test holds both lists of reasons together, so `None` does not
/// occur.
///
/// ```
/// use komadai_protocol::{EndReason, SideName};
/// use komadai_rules::{Outcome, Reason, Side};
/// let mated = Outcome { winner: Some(Side::First), reason: Reason::Checkmate, ply: 71 };
/// let named = komadai_play::outcome(mated).unwrap();
/// assert_eq!((named.winner, named.reason), (Some(SideName::First), EndReason::Checkmate));
/// ```
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
