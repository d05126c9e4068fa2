use komadai_rules::Reason;
use serde::{Deserialize, Serialize};
use std::fmt;

/// End of a game: by the rules, by a failure of a player, or by adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Termination {
    /// Includes time forfeits and illegal moves.
    Rules(Reason),
    /// The program ended or closed its output.
    Crash,
    /// No answer, not even to `stop`.
    Stall,
    /// The player claims to have no legal move, but has one.
    NoMove,
    /// Both engines agreed on the winner for long enough; only on request.
    AdjudicatedWin,
    /// Both engines reported equality for long enough; only on request.
    AdjudicatedDraw,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown termination \"{0}\"")]
pub struct UnknownTermination(String);

impl Termination {
    const BEYOND_RULES: [Termination; 5] = [
        Termination::Crash,
        Termination::Stall,
        Termination::NoMove,
        Termination::AdjudicatedWin,
        Termination::AdjudicatedDraw,
    ];

    /// Stable name: that of the rules' reason, or `crash`, `stall`, `no-move`, `adjudicated-win`,
    /// `adjudicated-draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rules(reason) => reason.name(),
            Termination::Crash => "crash",
            Termination::Stall => "stall",
            Termination::NoMove => "no-move",
            Termination::AdjudicatedWin => "adjudicated-win",
            Termination::AdjudicatedDraw => "adjudicated-draw",
        }
    }

    /// `true` for technical failures of the loser: crash, stall, illegal move, time.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Termination::Crash
                | Termination::Stall
                | Termination::NoMove
                | Termination::Rules(Reason::IllegalMove | Reason::Time)
        )
    }

    /// `true` if the moves alone determine the termination.
    #[must_use]
    pub const fn follows_from_moves(self) -> bool {
        matches!(
            self,
            Termination::Rules(
                Reason::Checkmate
                    | Reason::Stalemate
                    | Reason::Repetition
                    | Reason::PerpetualCheck
                    | Reason::NMoveRule
                    | Reason::MoveLimit
            )
        )
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TryFrom<String> for Termination {
    type Error = UnknownTermination;

    fn try_from(name: String) -> Result<Self, UnknownTermination> {
        let other = Termination::BEYOND_RULES
            .into_iter()
            .find(|termination| termination.name() == name);
        other
            .or_else(|| Reason::from_name(&name).map(Termination::Rules))
            .ok_or(UnknownTermination(name))
    }
}

impl From<Termination> for String {
    fn from(termination: Termination) -> String {
        termination.name().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_as_they_are_written() {
        let rules = Reason::ALL.into_iter().map(Termination::Rules);
        for termination in rules.chain(Termination::BEYOND_RULES) {
            assert_eq!(
                Termination::try_from(String::from(termination)),
                Ok(termination)
            );
        }
        assert!(Termination::try_from("no-such-end".to_string()).is_err());
    }
}
