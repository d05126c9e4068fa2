//! Repetition and perpetual check (`docs/rules/`, each game).

mod verdict;

use alloc::vec::Vec;

pub use self::verdict::{HandComparison, RepetitionVerdict};
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::hand::Hand;
use crate::types::side::Side;

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
/// [`Game`](crate::Game) keeps one for the game, and a search continues a copy of it along the
/// line that it searches: [`push`](Self::push) after every move, [`pop`](Self::pop) after taking it
/// back. An occurrence is found through a hash table, so its cost does not grow with the length of the
/// line; after [`reserve`](Self::reserve) nothing is allocated.
///
/// ```
/// use komadai_rules::{
///     VariantId, Position, Reason, RepetitionTracker, RepetitionVerdict, RuleSet, Shogun,
/// };
/// # use komadai_rules::{Move, Square};
/// # let square = |file, rank| Square::from_coords(VariantId::Shogun, file, rank).unwrap();
/// # let knights = [
/// #     Move::normal(square(6, 0), square(5, 2)), Move::normal(square(6, 7), square(5, 5)),
/// #     Move::normal(square(5, 2), square(6, 0)), Move::normal(square(5, 5), square(6, 7)),
/// # ];
/// let rules = RuleSet::default_for(VariantId::Shogun);
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
    ///
    /// ```
    /// use komadai_rules::RepetitionTracker;
    /// assert_eq!(RepetitionTracker::new().occurrences(), 0);
    /// ```
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
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// line.reserve(64);
    /// line.push(&Position::<Shogi>::start());
    /// assert_eq!(line.len(), 1);
    /// ```
    pub fn reserve(&mut self, plies: usize) {
        self.entries.reserve(plies);
        let positions = self.entries.len() + plies;
        self.set_buckets(positions * Self::BUCKETS_PER_RESERVED);
    }

    /// Number of positions.
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// line.push(&Position::<Shogi>::start());
    /// assert_eq!(line.len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no position was pushed.
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// assert!(line.is_empty());
    /// line.push(&Position::<Shogi>::start());
    /// assert!(!line.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the position after a move, or the first position of the line. Positions with the same
    /// [board key](Position::board_key) and the same hand of the side to move are taken to be the same.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{VariantId, Position, RepetitionTracker, Shogi};
    /// let mut position = Position::<Shogi>::start();
    /// let mut line = RepetitionTracker::new();
    /// line.push(&position);
    /// for text in ["4i4h", "6a6b", "4h4i", "6b6a"] {
    ///     position.play(parse_move(VariantId::Shogi, text).unwrap()).unwrap();
    ///     line.push(&position);
    /// }
    /// assert_eq!(line.occurrences(), 2);
    /// ```
    #[inline]
    pub fn push<V: Variant>(&mut self, position: &Position<V>) {
        self.push_entry(Self::entry(position), position.side_to_move(), |_| true);
    }

    /// Appends the position after a null move. Positions before it no longer count as earlier
    /// occurrences, since no game leads from them to those that follow.
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut position = Position::<Shogi>::start();
    /// let mut line = RepetitionTracker::new();
    /// line.push(&position);
    /// for _ in 0..2 {
    ///     position.play_null_move();
    ///     line.push_null_move(&position);
    /// }
    /// // The start again, but no game leads there.
    /// assert_eq!(line.previous_occurrence(), None);
    /// ```
    #[inline]
    pub fn push_null_move<V: Variant>(&mut self, position: &Position<V>) {
        self.push(position);
        if let Some(last) = self.entries.last_mut() {
            last.plies_from_null = 0;
        }
    }

    /// Appends a position that is the same as an earlier one if keys and hands agree and `same` says so
    /// of its index.
    pub(crate) fn push_if_same<V: Variant>(
        &mut self,
        position: &Position<V>,
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
    fn entry<V: Variant>(position: &Position<V>) -> Entry {
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
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// line.push(&Position::<Shogi>::start());
    /// line.pop();
    /// assert!(line.is_empty());
    /// ```
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
    ///
    /// ```
    /// use komadai_rules::{Position, RepetitionTracker, Shogi};
    /// let mut line = RepetitionTracker::new();
    /// assert_eq!(line.occurrences(), 0);
    /// line.push(&Position::<Shogi>::start());
    /// assert_eq!(line.occurrences(), 1);
    /// ```
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let last = self.entries.last();
        last.map_or(0, |last| u32::from(last.occurrences))
    }

    /// Index of the last earlier occurrence of the last position, since the last null move.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_rules::{VariantId, Position, RepetitionTracker, Shogi};
    /// let mut position = Position::<Shogi>::start();
    /// let mut line = RepetitionTracker::new();
    /// line.push(&position);
    /// for text in ["4i4h", "6a6b", "4h4i", "6b6a"] {
    ///     position.play(parse_move(VariantId::Shogi, text).unwrap()).unwrap();
    ///     line.push(&position);
    /// }
    /// assert_eq!(line.previous_occurrence(), Some(0));
    /// ```
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
}

#[cfg(test)]
mod tests;
