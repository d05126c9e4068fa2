//! Repetition and perpetual check (`docs/rules/`, each variant).

mod verdict;

use alloc::vec::Vec;

pub use self::verdict::{HandComparison, RepetitionVerdict};
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::hand::Hand;
use crate::types::side::Side;

/// Index of an entry, or [`NONE`].
type Link = u32;
const NONE: Link = Link::MAX;

/// A position of the line, in half a cache line. Checks are those of the side that has just moved.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board_key: u64,
    /// Hand of the side to move; with the board key it determines the other hand.
    hand: Hand,
    previous_in_bucket: Link,
    previous_occurrence: Link,
    /// Plies since the start of the line or the last null move.
    plies_from_null: u32,
    /// Occurrences of the position up to this one; saturates at `u16::MAX`.
    occurrences: u16,
    /// Consecutive moves with check by the side that has just moved; saturates at `u16::MAX`.
    consecutive_checks: u16,
}

impl Entry {
    /// Returns `true` if the last `moves` moves of the side that has just moved all gave check; a
    /// saturated counter satisfies any number.
    fn checks_for(&self, moves: usize) -> bool {
        usize::from(self.consecutive_checks) >= moves.min(usize::from(u16::MAX))
    }
}

/// Repetition table of a line of positions.
///
/// [`Game`](crate::Game) keeps one, and a search continues a copy of it along its line:
/// [`push`](Self::push) after every move, [`pop`](Self::pop) after taking it back. Occurrences are
/// found by hash, so the cost does not grow with the length of the line; after
/// [`reserve`](Self::reserve) nothing is allocated.
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
    /// Last entry by the low bits of its board key. The length is a power of two.
    buckets: Vec<Link>,
    /// Side to move in the first position; it alternates with every move and null move.
    first_to_move: Side,
    /// Number of entries compared in search of an earlier occurrence.
    #[cfg(test)]
    comparisons: core::cell::Cell<u64>,
}

impl Default for RepetitionTracker {
    fn default() -> Self {
        Self::new()
    }
}

impl RepetitionTracker {
    /// Minimum number of buckets of a line that has grown beyond its reserve.
    const MIN_BUCKETS: usize = 64;
    /// Buckets per reserved position. An empty bucket shows that a position is new, as most are.
    const BUCKETS_PER_RESERVED: usize = 8;
    /// Minimum number of positions by which a full line grows.
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

    /// Reserves room for `plies` more positions, which are then pushed without allocating.
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

    /// Returns `true` if no position was pushed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the position after a move, or the first position of the line. Positions with equal
    /// [board key](Position::board_key) and equal hand of the side to move count as the same.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, RepetitionTracker, Shogi, VariantId};
    /// let mut position = Position::<Shogi>::start();
    /// let mut line = RepetitionTracker::new();
    /// line.push(&position);
    /// for text in ["4i4h", "6a6b", "4h4i", "6b6a"] {
    ///     position.play(Move::parse(VariantId::Shogi, text).unwrap()).unwrap();
    ///     line.push(&position);
    /// }
    /// assert_eq!(line.occurrences(), 2);
    /// ```
    #[inline]
    pub fn push<V: Variant>(&mut self, position: &Position<V>) {
        self.push_entry(Self::entry(position), position.side_to_move(), |_| true);
    }

    /// Appends the position after a null move. Earlier positions no longer count as occurrences,
    /// because no game leads from them to those that follow.
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

    /// Appends a position that counts as the same as an earlier one if keys and hands are equal and
    /// `same` confirms its index.
    pub(crate) fn push_if_same<V: Variant>(
        &mut self,
        position: &Position<V>,
        same: &dyn Fn(usize) -> bool,
    ) {
        self.push_entry_if_same(Self::entry(position), position.side_to_move(), same);
    }

    /// Out of line: one copy for all variants.
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
            // Grows slowly, because a game is kept as long as it lasts.
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

    /// Links the entry as the next of the line.
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

    pub(crate) fn truncate(&mut self, count: usize) {
        while self.entries.len() > count {
            self.pop();
        }
    }

    #[inline]
    fn bucket(&self, entry: &Entry) -> usize {
        entry.board_key as usize & self.buckets.len().wrapping_sub(1)
    }

    /// Sets the number of buckets, which never falls, and redistributes the entries.
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

    /// Occurrences of the last position, itself included; saturates at `u16::MAX`. Positions before
    /// a null move are counted too.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let last = self.entries.last();
        last.map_or(0, |last| u32::from(last.occurrences))
    }

    /// Index of the last earlier occurrence of the last position since the last null move.
    #[inline]
    #[must_use]
    pub fn previous_occurrence(&self) -> Option<usize> {
        let (last, before) = self.entries.split_last()?;
        Self::nth_last_occurrence(before, last, 2)
    }

    /// Index of the `n`-th last occurrence of `last`, which follows the line `before` and is itself
    /// the first; `None` if there are fewer since the last null move.
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
