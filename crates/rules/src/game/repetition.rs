//! What a recurring position means (RULES 1.5, 2, 3.5, 4.6).

use crate::game::outcome::Reason;
use crate::game::rule_set::{PerpetualCheck, Repetition, RuleSet};
use crate::position::Position;
use crate::spec::game::Game;
use crate::types::side::Side;

/// The verdict on the last of a game's positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing happens.
    Continue,
    /// The game ends.
    End {
        winner: Option<Side>,
        reason: Reason,
    },
}

/// How often the position at `index` had occurred when it came about.
pub(crate) fn occurrences<G: Game>(positions: &[Position<G>], index: usize) -> u32 {
    let Some(position) = positions.get(index) else {
        return 0;
    };
    positions[..=index]
        .iter()
        .filter(|earlier| earlier.same_as(position))
        .count() as u32
}

/// Judges the last position.
pub(crate) fn judge<G: Game>(positions: &[Position<G>], rules: &RuleSet) -> Verdict {
    let Some(last) = positions.len().checked_sub(1) else {
        return Verdict::Continue;
    };
    let limit = rules.repetition.occurrences();
    if occurrences(positions, last) < limit {
        return Verdict::Continue;
    }
    if rules.perpetual_check == PerpetualCheck::CheckerLoses {
        if let Some(checker) = perpetual_checker(positions, limit) {
            return Verdict::End {
                winner: Some(!checker),
                reason: Reason::PerpetualCheck,
            };
        }
    }
    let mover = !positions[last].side_to_move();
    let loser = match rules.repetition {
        Repetition::Draw3 | Repetition::Draw4 => None,
        Repetition::SenteLoses4 => Some(Side::First),
        Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => Some(mover),
        Repetition::StarterMustVary3 => {
            // The side that leaves a thrice-seen position into another one did not vary.
            if last == 0 || occurrences(positions, last - 1) < limit {
                return Verdict::Continue;
            }
            Some(mover)
        }
    };
    Verdict::End {
        winner: loser.map(|side| !side),
        reason: Reason::Repetition,
    }
}

/// The one side that gave check with every move since the `limit`-th last occurrence of the last
/// position, the last one included.
fn perpetual_checker<G: Game>(positions: &[Position<G>], limit: u32) -> Option<Side> {
    let last = positions.last()?;
    let first = positions
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, position)| position.same_as(last))
        .map(|(index, _)| index)
        .nth(limit as usize - 1)?;
    let mut always = [true; 2];
    for position in &positions[first + 1..] {
        // The side that is not to move has just moved.
        let mover = !position.side_to_move();
        always[mover.index()] &= position.in_check();
    }
    match always {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}
