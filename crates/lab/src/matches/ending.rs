//! Why a game of a match ended.

use komadai_rules::Reason;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game of a match ended: by the rules, or by a player's failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ending {
    /// As any game may end; running out of time and illegal moves are among these.
    Rules(Reason),
    /// The program ended or closed its output.
    Crash,
    /// No answer, not even when told to stop.
    Stall,
    /// It says that there is no move, and there is one.
    NoMove,
    /// Both engines saw a decision for long enough; only on request.
    AdjudicatedWin,
    /// Both engines saw equality for long enough; only on request.
    AdjudicatedDraw,
}

/// No game ends like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game ends by \"{0}\"")]
pub struct UnknownEnding(String);

impl Ending {
    const OWN: [Ending; 5] = [
        Ending::Crash,
        Ending::Stall,
        Ending::NoMove,
        Ending::AdjudicatedWin,
        Ending::AdjudicatedDraw,
    ];

    /// The stable name: that of the rules' reason, or `crash`, `stall`, `no-move`,
    /// `adjudicated-win`, `adjudicated-draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules(reason) => reason.name(),
            Ending::Crash => "crash",
            Ending::Stall => "stall",
            Ending::NoMove => "no-move",
            Ending::AdjudicatedWin => "adjudicated-win",
            Ending::AdjudicatedDraw => "adjudicated-draw",
        }
    }

    /// Whether it is the loser's engine that failed rather than its play.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::Crash
                | Ending::Stall
                | Ending::NoMove
                | Ending::Rules(Reason::IllegalMove | Reason::Time)
        )
    }

    /// Whether the moves of the game alone show that it is over.
    #[must_use]
    pub const fn shows_on_the_board(self) -> bool {
        matches!(
            self,
            Ending::Rules(
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TryFrom<String> for Ending {
    type Error = UnknownEnding;

    fn try_from(name: String) -> Result<Self, UnknownEnding> {
        let own = Ending::OWN.into_iter().find(|ending| ending.name() == name);
        own.or_else(|| Reason::from_name(&name).map(Ending::Rules))
            .ok_or(UnknownEnding(name))
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> String {
        ending.name().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        let rules = Reason::ALL.into_iter().map(Ending::Rules);
        for ending in rules.chain(Ending::OWN) {
            assert_eq!(Ending::try_from(String::from(ending)), Ok(ending));
        }
        assert!(Ending::try_from("boredom".to_string()).is_err());
    }
}
