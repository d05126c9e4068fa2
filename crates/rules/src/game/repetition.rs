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

/// One position of the line, in half a cache line. Everything that refers to moves is that of the side
/// that has just moved.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board_key: u64,
    /// The hand of the side to move; with the same board it determines the other hand.
    hand: Hand,
    /// The entry before this one in its bucket.
    previous_in_bucket: Link,
    /// The last earlier entry of the same position.
    previous_occurrence: Link,
    /// Plies since the start of the line or the last null move.
    plies_from_null: u32,
    /// Occurrences of the position up to this one, at most `u16::MAX`.
    occurrences: u16,
    /// Moves in a row with which the side gave check, this one included, at most `u16::MAX`.
    consecutive_checks: u16,
}

impl Entry {
    /// Whether the last `moves` moves of the side that has just moved all gave check; `u16::MAX` in a row
    /// count as any number.
    fn checks_for(&self, moves: usize) -> bool {
        usize::from(self.consecutive_checks) >= moves.min(usize::from(u16::MAX))
    }
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
#[derive(Clone, Debug)]
pub struct RepetitionTracker {
    entries: Vec<Entry>,
    /// For the low bits of a board key: the last entry with them. Their number is a power of two.
    buckets: Vec<Link>,
    /// The side to move in the first position; after every move, and every null move, it is the other.
    first_to_move: Side,
    /// Entries looked at in search of an earlier occurrence.
    #[cfg(test)]
    comparisons: core::cell::Cell<u64>,
}

impl Default for RepetitionTracker {
    fn default() -> Self {
        Self::new()
    }
}

impl RepetitionTracker {
    /// Buckets of a line that has grown beyond its reserve.
    const MIN_BUCKETS: usize = 64;
    /// Buckets for each position of a reserve: most positions are new, which an empty bucket shows.
    const BUCKETS_PER_RESERVED: usize = 8;
    /// Room for so many more positions, at least, where there is no more.
    const MIN_GROWTH: usize = 8;

    /// An empty line.
    #[must_use]
    pub const fn new() -> Self {
        RepetitionTracker {
            entries: Vec::new(),
            buckets: Vec::new(),
            first_to_move: Side::First,
            #[cfg(test)]
            comparisons: core::cell::Cell::new(0),
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
    /// [board key](Position::board_key) and the same hand of the side to move are taken to be the same.
    #[inline]
    pub fn push<G: Game>(&mut self, position: &Position<G>) {
        self.push_entry(Self::entry(position), position.side_to_move(), |_| true);
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

    /// Appends a position that is the same as an earlier one if keys and hands agree and `same` says so
    /// of its index.
    pub(crate) fn push_if_same<G: Game>(
        &mut self,
        position: &Position<G>,
        same: &dyn Fn(usize) -> bool,
    ) {
        self.push_entry_if_same(Self::entry(position), position.side_to_move(), same);
    }

    /// One copy for all games.
    #[inline(never)]
    fn push_entry_if_same(
        &mut self,
        entry: Entry,
        side_to_move: Side,
        same: &dyn Fn(usize) -> bool,
    ) {
        self.push_entry(entry, side_to_move, same);
    }

    #[inline]
    fn push_entry(&mut self, entry: Entry, side_to_move: Side, same: impl Fn(usize) -> bool) {
        if self.entries.is_empty() {
            self.first_to_move = side_to_move;
        }
        if self.entries.len() >= self.buckets.len() {
            self.set_buckets(2 * self.entries.len());
        }
        self.append(self.linked(entry, same));
    }

    #[inline]
    fn append(&mut self, entry: Entry) {
        let index = self.entries.len();
        let bucket = self.bucket(&entry);
        if let Some(last_in_bucket) = self.buckets.get_mut(bucket) {
            *last_in_bucket = index as Link;
        }
        if index == self.entries.capacity() {
            // A game is kept for as long as it lasts: room for a few moves more, not for as many again.
            self.entries.reserve_exact(index / 8 + Self::MIN_GROWTH);
        }
        self.entries.push(entry);
    }

    #[inline]
    fn entry<G: Game>(position: &Position<G>) -> Entry {
        Entry {
            board_key: position.board_key(),
            hand: position.hand(position.side_to_move()),
            previous_in_bucket: NONE,
            previous_occurrence: NONE,
            plies_from_null: 0,
            occurrences: 1,
            consecutive_checks: u16::from(position.in_check()),
        }
    }

    /// The entry as the next one of the line.
    #[inline]
    fn linked(&self, mut entry: Entry, same: impl Fn(usize) -> bool) -> Entry {
        let bucket = self.buckets.get(self.bucket(&entry));
        entry.previous_in_bucket = bucket.copied().unwrap_or(NONE);
        if let Some(last) = self.entries.last() {
            entry.plies_from_null = last.plies_from_null + 1;
        }
        if entry.consecutive_checks > 0 {
            if let [.., before, _] = self.entries.as_slice() {
                let checks = before.consecutive_checks;
                entry.consecutive_checks = checks.saturating_add(1);
            }
        }
        let mut link = entry.previous_in_bucket;
        while link != NONE {
            #[cfg(test)]
            self.comparisons.set(self.comparisons.get() + 1);
            let earlier = &self.entries[link as usize];
            if earlier.board_key == entry.board_key
                && earlier.hand == entry.hand
                && same(link as usize)
            {
                entry.previous_occurrence = link;
                entry.occurrences = earlier.occurrences.saturating_add(1);
                break;
            }
            link = earlier.previous_in_bucket;
        }
        entry
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(last) = self.entries.pop() {
            let bucket = self.bucket(&last);
            if let Some(last_in_bucket) = self.buckets.get_mut(bucket) {
                *last_in_bucket = last.previous_in_bucket;
            }
        }
    }

    /// Removes the last positions until no more than `count` are left.
    pub(crate) fn truncate(&mut self, count: usize) {
        while self.entries.len() > count {
            self.pop();
        }
    }

    #[inline]
    fn bucket(&self, entry: &Entry) -> usize {
        entry.board_key as usize & self.buckets.len().wrapping_sub(1)
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

    /// How often the last position has occurred, itself included; `u16::MAX` stands for that and more. Of
    /// a line with null moves, all of it counts.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let last = self.entries.last();
        last.map_or(0, |last| u32::from(last.occurrences))
    }

    /// Index of the last earlier occurrence of the last position, since the last null move.
    #[inline]
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        let (last, before) = self.entries.split_last()?;
        Self::nth_last_occurrence(before, last, 2)
    }

    /// Index of the `n`-th last occurrence of the position that follows the line `before`, itself being
    /// the first, if there are so many since the last null move.
    #[inline]
    fn nth_last_occurrence(before: &[Entry], last: &Entry, n: u32) -> Option<usize> {
        if n > u32::from(last.occurrences) {
            return None;
        }
        let earliest = before.len() - last.plies_from_null as usize;
        let mut link = last.previous_occurrence;
        for _ in 2..n {
            link = before[link as usize].previous_occurrence;
        }
        let index = if n > 1 { link as usize } else { before.len() };
        (index >= earliest).then_some(index)
    }

    /// What the rules say of the last position.
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

    /// The verdict on a position that has occurred as often as the rule needs, since `oldest`.
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
            // The side that leaves a position that has occurred three times must not lead into
            // another one: then it did not vary.
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

    /// The side to move in the position of that index.
    fn side_to_move(&self, index: usize) -> Side {
        if index % 2 == 0 {
            self.first_to_move
        } else {
            !self.first_to_move
        }
    }

    /// The side that gave check with every move since the position at `since`, if only one did. The
    /// same side must be to move there as now.
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
