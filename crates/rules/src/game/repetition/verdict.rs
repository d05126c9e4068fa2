//! Repetition verdict for the last position of a line.

use super::{Entry, NONE, RepetitionTracker};
use crate::types::outcome::Reason;
use crate::types::rule_set::{PerpetualCheck, Repetition, RuleSet};
use crate::types::side::Side;

/// Repetition verdict for the last position of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionVerdict {
    /// The position has occurred less often than the rule requires.
    Continue,
    /// The position has recurred, but the side to move may still vary
    /// ([`Repetition::StarterMustVary3`]).
    MustVary,
    /// The game ends.
    End {
        /// The winner; `None` for a draw.
        winner: Option<Side>,
        /// [`Reason::Repetition`] or [`Reason::PerpetualCheck`].
        reason: Reason,
    },
}

/// Comparison of the hand of the side to move with its hand in an earlier position of the same
/// board. Pieces never leave the game, so the gain of one side is the loss of the other.
///
/// ```
/// use komadai_rules::{
///     VariantId, HandComparison, Position, RepetitionTracker, Setup, SetupRules, Shogi,
/// };
/// let mut setup = Setup::start(VariantId::Shogi);
/// setup.board[20] = None; // the pawn of 7g
/// let mut line = RepetitionTracker::new();
/// line.push(&Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap());
/// setup.hands[0][0] = 1; // now in hand
/// line.push(&Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap());
/// assert_eq!(line.hand_comparison(0), Some(HandComparison::Superior));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandComparison {
    /// The side to move holds at least as many pieces of every kind as before (優等局面).
    Superior,
    /// The side to move held at least as many pieces of every kind before (劣等局面).
    Inferior,
}

impl RepetitionTracker {
    /// Repetition verdict for the last position.
    #[inline]
    #[must_use]
    pub fn verdict(&self, rules: &RuleSet) -> RepetitionVerdict {
        match self.entries.split_last() {
            Some((last, before)) => self.verdict_on(before, last, rules),
            None => RepetitionVerdict::Continue,
        }
    }

    #[inline]
    fn verdict_on(&self, before: &[Entry], last: &Entry, rules: &RuleSet) -> RepetitionVerdict {
        let needed = rules.repetition.occurrences();
        match Self::nth_last_occurrence(before, last, needed) {
            Some(oldest) => self.verdict_since(oldest, before, last, rules),
            None => RepetitionVerdict::Continue,
        }
    }

    /// Verdict on a position that has occurred as often as the rule requires, first at `oldest`.
    #[cold]
    fn verdict_since(
        &self,
        oldest: usize,
        before: &[Entry],
        last: &Entry,
        rules: &RuleSet,
    ) -> RepetitionVerdict {
        if rules.perpetual_check == PerpetualCheck::CheckerLoses {
            if let Some(checker) = self.checker_since(oldest, before, last) {
                return RepetitionVerdict::End {
                    winner: Some(!checker),
                    reason: Reason::PerpetualCheck,
                };
            }
        }
        let Some(one_before) = before.last() else {
            return RepetitionVerdict::Continue;
        };
        let to_move = self.side_to_move(before.len());
        let winner = match rules.repetition {
            Repetition::Draw3 | Repetition::Draw4 => None,
            Repetition::SenteLoses4 => Some(Side::Second),
            Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => Some(to_move),
            // The side that leaves a position of three occurrences must not lead into another one,
            // or it has not varied.
            Repetition::StarterMustVary3 => {
                if u32::from(one_before.occurrences) < rules.repetition.occurrences() {
                    return RepetitionVerdict::MustVary;
                }
                Some(to_move)
            }
        };
        RepetitionVerdict::End {
            winner,
            reason: Reason::Repetition,
        }
    }

    /// Side to move, from the parity of the index.
    fn side_to_move(&self, index: usize) -> Side {
        if index % 2 == 0 {
            self.first_to_move
        } else {
            !self.first_to_move
        }
    }

    /// The side that alone gave check with every move since the position at `since`, which must
    /// have the same side to move.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, Move, Position, RepetitionTracker, Setup, SetupRules, Side, VariantId};
    /// let setup = Setup::parse(VariantId::Minishogi, "4k/5/R4/5/K4 b - 1").unwrap();
    /// let mut position = Position::<Minishogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mut line = RepetitionTracker::new();
    /// line.push(&position);
    /// for text in ["5c1c", "1a2a", "1c2c", "2a1a"] {
    ///     position.play(Move::parse(VariantId::Minishogi, text).unwrap()).unwrap();
    ///     line.push(&position);
    /// }
    /// assert_eq!(line.perpetual_checker(0), Some(Side::First));
    /// ```
    #[must_use]
    pub fn perpetual_checker(&self, since: usize) -> Option<Side> {
        let (last, before) = self.entries.split_last()?;
        self.checker_since(since, before, last)
    }

    fn checker_since(&self, since: usize, before: &[Entry], last: &Entry) -> Option<Side> {
        let moves = before.len().checked_sub(since)? / 2;
        let to_move = self.side_to_move(before.len());
        match (last.checks_for(moves), before.last()?.checks_for(moves)) {
            (true, false) => Some(!to_move),
            (false, true) => Some(to_move),
            _ => None,
        }
    }

    /// Compares hands with the last earlier position that has the same board and comparable hands,
    /// within `since` and the last null move. `None` if there is no such position, or if the whole
    /// position recurs later than it.
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// line.push(&Position::<Shogi>::start());
    /// line.push(&Position::<Shogi>::start());
    /// // The whole position recurs: then hands do not matter.
    /// assert_eq!(line.hand_comparison(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn hand_comparison(&self, since: usize) -> Option<HandComparison> {
        let last = self.entries.last()?;
        let earliest = self.entries.len() - 1 - last.plies_from_null as usize;
        let earliest = earliest.max(since);
        let mut link = last.previous_in_bucket;
        while link != NONE && link as usize >= earliest && link != last.previous_occurrence {
            let earlier = &self.entries[link as usize];
            if earlier.board_key == last.board_key {
                if last.hand.dominates(earlier.hand) {
                    return Some(HandComparison::Superior);
                } else if earlier.hand.dominates(last.hand) {
                    return Some(HandComparison::Inferior);
                }
            }
            link = earlier.previous_in_bucket;
        }
        None
    }
}
