//! Repetition and perpetual check (`docs/rules/`, each game).

use alloc::vec::Vec;

use crate::game::outcome::Reason;
use crate::game::rule_set::{PerpetualCheck, Repetition, RuleSet};
use crate::position::Position;
use crate::spec::game::Game;
use crate::types::hand::Hand;
use crate::types::side::Side;

/// What the rules say of the last position of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionVerdict {
    /// The position has not occurred as often as the rule needs.
    Continue,
    /// It has, but the side to move may still vary ([`Repetition::StarterMustVary3`]).
    MustVary,
    /// The game ends.
    End {
        /// The winner; `None` for a draw.
        winner: Option<Side>,
        /// [`Reason::Repetition`] or [`Reason::PerpetualCheck`].
        reason: Reason,
    },
}

/// How the hand of the side to move differs from its hand in an earlier position with the same board.
/// No piece leaves the game, so what one side has gained the other has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandComparison {
    /// The side to move holds at least as many pieces of every kind as then (優等局面).
    Superior,
    /// It held at least as many pieces of every kind then (劣等局面).
    Inferior,
}

/// An index that is `NONE` or that of an entry.
type Link = u32;
const NONE: Link = Link::MAX;

/// One position of the line. Everything that refers to moves is that of the side that has just moved.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    board_key: u64,
    /// The hand of the side to move; with the same board it determines the other hand.
    hand: Hand,
    /// The entry before this one in its bucket.
    previous_in_bucket: Link,
    /// The last earlier entry of the same position.
    previous_occurrence: Link,
    /// Occurrences of the position up to this one.
    occurrences: u32,
    /// Moves in a row with which the side gave check, this one included.
    consecutive_checks: u32,
    /// Plies since the start of the line or the last null move.
    plies_from_null: u32,
    side_to_move: Side,
}

/// The positions of a line, and which of them are the same.
///
/// [`History`](crate::History) keeps one for the game, and a search continues a copy of it along the
/// line that it searches: [`push`](Self::push) after every move, [`pop`](Self::pop) after taking it
/// back. An occurrence is found through a hash table, so its cost does not grow with the length of the
/// line; after [`reserve`](Self::reserve) nothing is allocated.
///
/// ```
/// use komadai_rules::{
///     GameId, Position, Reason, RepetitionTracker, RepetitionVerdict, RuleSet, Shogun,
/// };
/// # use komadai_rules::{Move, Square};
/// # let square = |file, rank| Square::from_coords(GameId::Shogun, file, rank).unwrap();
/// # let knights = [
/// #     Move::normal(square(6, 0), square(5, 2)), Move::normal(square(6, 7), square(5, 5)),
/// #     Move::normal(square(5, 2), square(6, 0)), Move::normal(square(5, 5), square(6, 7)),
/// # ];
/// let rules = RuleSet::default_for(GameId::Shogun);
/// let mut position = Position::<Shogun>::start();
/// let mut line = RepetitionTracker::new();
/// line.push(&position);
/// // Both sides move a knight out and back, twice.
/// for knight in knights.into_iter().chain(knights) {
///     position.play_unchecked(knight);
///     line.push(&position);
/// }
/// assert_eq!(line.occurrences(), 3);
/// let draw = RepetitionVerdict::End { winner: None, reason: Reason::Repetition };
/// assert_eq!(line.verdict(&rules), draw);
/// ```
#[derive(Clone, Debug, Default)]
pub struct RepetitionTracker {
    entries: Vec<Entry>,
    /// For the low bits of a board key: the last entry with them. Their number is a power of two.
    buckets: Vec<Link>,
    /// Entries looked at in search of an earlier occurrence.
    #[cfg(test)]
    comparisons: u64,
}

impl RepetitionTracker {
    /// Buckets of a line that has grown beyond its reserve.
    const MIN_BUCKETS: usize = 64;
    /// Buckets for each position of a reserve: most positions are new, which an empty bucket shows.
    const BUCKETS_PER_RESERVED: usize = 8;

    /// An empty line.
    #[must_use]
    pub const fn new() -> Self {
        RepetitionTracker {
            entries: Vec::new(),
            buckets: Vec::new(),
            #[cfg(test)]
            comparisons: 0,
        }
    }

    /// Makes room for `plies` more positions, which are then pushed without allocating.
    pub fn reserve(&mut self, plies: usize) {
        self.entries.reserve(plies);
        let positions = self.entries.len() + plies;
        self.set_buckets(positions * Self::BUCKETS_PER_RESERVED);
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no position was pushed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the position after a move, or the first position of the line. Positions with the same
    /// [key](Position::key) are taken to be the same.
    #[inline]
    pub fn push<G: Game>(&mut self, position: &Position<G>) {
        self.push_entry(Self::entry(position), |_| true);
    }

    /// Appends the position after a null move. Positions before it no longer count as earlier
    /// occurrences, since no game leads from them to those that follow.
    #[inline]
    pub fn push_null_move<G: Game>(&mut self, position: &Position<G>) {
        self.push(position);
        if let Some(last) = self.entries.last_mut() {
            last.plies_from_null = 0;
        }
    }

    /// Appends the last of `positions`, which are those of the line. Positions are the same if they are
    /// equal, so colliding keys do no harm.
    pub(crate) fn push_last_of<G: Game>(&mut self, positions: &[Position<G>]) {
        let Some(last) = positions.last() else { return };
        self.push_entry(Self::entry(last), |index| {
            positions
                .get(index as usize)
                .is_some_and(|earlier| earlier.same_as(last))
        });
    }

    #[inline]
    fn entry<G: Game>(position: &Position<G>) -> Entry {
        Entry {
            key: position.key(),
            board_key: position.board_key(),
            hand: position.hand(position.side_to_move()),
            previous_in_bucket: NONE,
            previous_occurrence: NONE,
            occurrences: 1,
            consecutive_checks: u32::from(position.in_check()),
            plies_from_null: 0,
            side_to_move: position.side_to_move(),
        }
    }

    #[inline]
    fn push_entry(&mut self, mut entry: Entry, same: impl Fn(Link) -> bool) {
        let index = self.entries.len();
        if index >= self.buckets.len() {
            self.set_buckets(2 * index);
        }
        let bucket = self.bucket(&entry);
        entry.previous_in_bucket = self.buckets[bucket];
        self.buckets[bucket] = index as Link;
        if let Some(last) = self.entries.last() {
            entry.plies_from_null = last.plies_from_null + 1;
        }
        if entry.consecutive_checks > 0 && index >= 2 {
            entry.consecutive_checks += self.entries[index - 2].consecutive_checks;
        }
        let mut link = entry.previous_in_bucket;
        while link != NONE {
            #[cfg(test)]
            {
                self.comparisons += 1;
            }
            let earlier = &self.entries[link as usize];
            if earlier.key == entry.key && same(link) {
                entry.previous_occurrence = link;
                entry.occurrences = earlier.occurrences + 1;
                break;
            }
            link = earlier.previous_in_bucket;
        }
        self.entries.push(entry);
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(last) = self.entries.pop() {
            let bucket = self.bucket(&last);
            self.buckets[bucket] = last.previous_in_bucket;
        }
    }

    #[inline]
    fn bucket(&self, entry: &Entry) -> usize {
        entry.board_key as usize & (self.buckets.len() - 1)
    }

    /// Sets the number of buckets and distributes the entries anew. It never falls.
    #[cold]
    fn set_buckets(&mut self, wanted: usize) {
        let count = wanted
            .max(Self::MIN_BUCKETS)
            .next_power_of_two()
            .max(self.buckets.len());
        self.buckets.clear();
        self.buckets.resize(count, NONE);
        for index in 0..self.entries.len() {
            let bucket = self.bucket(&self.entries[index]);
            self.entries[index].previous_in_bucket = self.buckets[bucket];
            self.buckets[bucket] = index as Link;
        }
    }

    /// How often the last position has occurred, itself included. Of a line with null moves, all of it
    /// counts.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.entries.last().map_or(0, |last| last.occurrences)
    }

    /// Index of the last earlier occurrence of the last position, since the last null move.
    #[inline]
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        self.nth_last_occurrence(2)
    }

    /// Index of the `n`-th last occurrence of the last position, itself being the first, if there are
    /// so many since the last null move.
    #[inline]
    fn nth_last_occurrence(&self, n: u32) -> Option<usize> {
        let last = self.entries.last()?;
        if n > last.occurrences {
            return None;
        }
        let mut index = self.entries.len() - 1;
        let earliest = index - last.plies_from_null as usize;
        for _ in 1..n {
            index = self.entries[index].previous_occurrence as usize;
            if index < earliest {
                return None;
            }
        }
        Some(index)
    }

    /// What the rules say of the last position.
    #[inline]
    #[must_use]
    pub fn verdict(&self, rules: &RuleSet) -> RepetitionVerdict {
        let needed = rules.repetition.occurrences();
        match self.nth_last_occurrence(needed) {
            Some(oldest) => self.verdict_since(oldest, rules),
            None => RepetitionVerdict::Continue,
        }
    }

    /// The verdict on a position that has occurred as often as the rule needs, since `oldest`.
    #[cold]
    fn verdict_since(&self, oldest: usize, rules: &RuleSet) -> RepetitionVerdict {
        if rules.perpetual_check == PerpetualCheck::CheckerLoses {
            if let Some(checker) = self.perpetual_checker(oldest) {
                return RepetitionVerdict::End {
                    winner: Some(!checker),
                    reason: Reason::PerpetualCheck,
                };
            }
        }
        let [.., before, last] = self.entries.as_slice() else {
            return RepetitionVerdict::Continue;
        };
        let winner = match rules.repetition {
            Repetition::Draw3 | Repetition::Draw4 => None,
            Repetition::SenteLoses4 => Some(Side::Second),
            Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => Some(last.side_to_move),
            // The side that leaves a position that has occurred three times must not lead into
            // another one: then it did not vary.
            Repetition::StarterMustVary3 => {
                if before.occurrences < rules.repetition.occurrences() {
                    return RepetitionVerdict::MustVary;
                }
                Some(last.side_to_move)
            }
        };
        RepetitionVerdict::End {
            winner,
            reason: Reason::Repetition,
        }
    }

    /// The side that gave check with every move since the position at `since`, if only one did. The
    /// same side must be to move there as now.
    #[must_use]
    pub fn perpetual_checker(&self, since: usize) -> Option<Side> {
        let [.., before, last] = self.entries.as_slice() else {
            return None;
        };
        let moves = ((self.entries.len() - 1).checked_sub(since)? / 2) as u32;
        match (
            last.consecutive_checks >= moves,
            before.consecutive_checks >= moves,
        ) {
            (true, false) => Some(before.side_to_move),
            (false, true) => Some(last.side_to_move),
            _ => None,
        }
    }

    /// Compares hands with the last earlier position since `since` and the last null move that has the
    /// same board and comparable hands. `None` if there is none, or if the whole position recurs
    /// before.
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

#[cfg(test)]
mod tests;
