//! The types of the rules as the wire names them, and back.

use komadai_protocol::{EndReason, GameName, GameOutcome, RuleCode, SideName};
use komadai_rules::{GameId, Outcome, RefusalCode, Side};

/// The game of that name.
#[must_use]
pub fn game_id(game: GameName) -> GameId {
    match game {
        GameName::Shogi => GameId::Shogi,
        GameName::Minishogi => GameId::Minishogi,
        GameName::Torishogi => GameId::Torishogi,
        GameName::Shogun => GameId::Shogun,
    }
}

/// The name of a side.
#[must_use]
pub fn side_name(side: Side) -> SideName {
    match side {
        Side::First => SideName::First,
        Side::Second => SideName::Second,
    }
}

/// The wire's code of a refusal. A test holds both lists together, so `None` does not occur.
#[must_use]
pub fn rule_code(code: RefusalCode) -> Option<RuleCode> {
    RuleCode::from_name(code.name())
}

/// An outcome as the wire has it. A test holds both lists of reasons together, so `None` does not
/// occur.
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
        reasons.extend(["aborted", "abandoned", "cancelled"]);
        let wire: BTreeSet<_> = EndReason::ALL.iter().map(|reason| reason.name()).collect();
        assert_eq!(reasons, wire);
        for game in GameName::ALL {
            assert_eq!(game_id(game).name(), game.name());
        }
    }
}
