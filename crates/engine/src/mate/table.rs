//! The solver's transposition table.

use std::collections::TryReserveError;

use komadai_rules::{Hand, PieceKind};

use crate::huge_pages::prefer_huge_pages;
use crate::mate::entry::{Entry, Key};
use crate::mate::number::Number;
use crate::mate::value::{Plies, Ply, UNLIMITED, Value};
use crate::memory::try_with_capacity;
use crate::prefetch::prefetch;

/// Result of a probe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) value: Value,
    /// Some value was found at a smaller ply, so it may come from a cycle.
    pub(crate) is_old: bool,
    /// The repetition table may hold a disproof for the path to the node.
    pub(crate) may_repeat: bool,
}

/// Open addressing with linear probing. Entries of one board share a probe sequence, whatever their
/// hands, because entries with larger or smaller hands give bounds too.
pub(crate) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// Indices of used entries, complete while its length equals `used`.
    written: Vec<u32>,
    /// Number of used entries that triggers a garbage collection.
    full: usize,
}

const MIN_ENTRIES: usize = 64;

/// With more used entries the table is cleared as a whole.
const MAX_WRITTEN: usize = 1 << 16;

/// Fill threshold of the garbage collection.
const FULL_PERCENT: usize = 75;

impl Table {
    pub(crate) const BYTES_PER_ENTRY: usize = size_of::<Entry>();

    pub(crate) fn new(entries: usize) -> Result<Self, TryReserveError> {
        let len = entries.max(MIN_ENTRIES);
        let mut entries = try_with_capacity(len)?;
        // Before the first write, or the kernel has already chosen small pages.
        prefer_huge_pages(entries.spare_capacity_mut());
        entries.resize(len, Entry::VACANT);
        Ok(Table {
            entries,
            used: 0,
            written: try_with_capacity(MAX_WRITTEN.min(len))?,
            full: len * FULL_PERCENT / 100,
        })
    }

    pub(crate) fn clear(&mut self) {
        if self.written.len() == self.used {
            for &at in &self.written {
                self.entries[at as usize].clear();
            }
        } else {
            self.entries.iter_mut().for_each(Entry::clear);
        }
        self.written.clear();
        self.used = 0;
    }

    /// Used entries per mille.
    pub(crate) fn permille(&self) -> u32 {
        (self.used * 1000 / self.entries.len()) as u32
    }

    #[inline(always)]
    fn home(&self, board: u64) -> usize {
        ((u128::from(board) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.entries.len() {
            0
        } else {
            at + 1
        }
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, board: u64) {
        prefetch(&self.entries[self.home(board)]);
    }

    #[inline(always)]
    fn with_board(&self, board: u64) -> impl Iterator<Item = (usize, &Entry)> {
        let mut at = self.home(board);
        std::iter::from_fn(move || {
            loop {
                let entry = &self.entries[at];
                if entry.is_vacant() {
                    return None;
                }
                let here = at;
                at = self.next(at);
                if entry.has_board(board) {
                    return Some((here, entry));
                }
            }
        })
    }

    /// Value of a position in the search for a mate within `plies`.
    ///
    /// A mate with a smaller attacker's hand is a mate, and no mate with a larger one is no mate.
    /// Numbers of other hands are bounds too, unless they come from a greater ply.
    pub(crate) fn probe(&mut self, key: Key, ply: Ply, plies: Plies) -> Option<Found> {
        let (mut pn, mut dn, mut effort) = (1, 1, 1);
        let (mut is_old, mut exact) = (false, None);
        let mut at = self.home(key.board);
        loop {
            let entry = &self.entries[at];
            if entry.is_vacant() {
                break;
            }
            let here = at;
            at = self.next(at);
            if !entry.has_board(key.board) {
                continue;
            }
            let hand = entry.hand();
            let less = key.hand.dominates(hand);
            let more = hand.dominates(key.hand);
            if less && entry.is_proved_in(plies) {
                let in_plies = entry.proved_plies().unwrap_or(plies);
                return Some(Found::solved(Value::proved(hand, in_plies, entry.effort())));
            }
            if more && entry.is_disproved_in(plies) {
                let no_plies = entry.disproved_plies();
                return Some(Found::solved(Value::disproved(
                    hand,
                    no_plies,
                    entry.effort(),
                )));
            }
            if less && more {
                exact = Some(here);
                if pn < entry.pn || dn < entry.dn {
                    pn = pn.max(entry.pn);
                    dn = dn.max(entry.dn);
                    is_old |= entry.min_ply < ply;
                }
                effort = effort.max(entry.effort());
            } else if entry.min_ply <= ply && (less && dn < entry.dn || more && pn < entry.pn) {
                if less {
                    dn = entry.dn;
                } else {
                    pn = entry.pn;
                }
                is_old |= entry.min_ply < ply;
                effort = effort.max(entry.effort());
            }
        }
        let Some(here) = exact else {
            let known = pn > 1 || dn > 1;
            return known.then(|| Found {
                value: Value {
                    unvisited: true,
                    ..Value::open(pn, dn, effort, u64::MAX)
                },
                is_old,
                may_repeat: false,
            });
        };
        let entry = &mut self.entries[here];
        entry.min_ply = entry.min_ply.min(ply);
        Some(Found {
            value: Value::open(pn, dn, effort, entry.sum_mask),
            is_old,
            may_repeat: entry.may_repeat(),
        })
    }

    /// Parent from which a position was last searched, and the position's numbers bounded by those
    /// of comparable hands.
    pub(crate) fn parent(&self, key: Key) -> Option<(Key, Number, Number)> {
        let (mut pn, mut dn) = (1, 1);
        let mut parent: Option<Key> = None;
        for (_, entry) in self.with_board(key.board) {
            let hand = entry.hand();
            let less = key.hand.dominates(hand);
            let more = hand.dominates(key.hand);
            let candidate = entry.parent().map(|parent| Key {
                board: parent.board,
                hand: shifted(parent.hand, hand, key.hand),
            });
            if more && entry.pn > pn {
                pn = entry.pn;
                if candidate.is_some() && (parent.is_none() || pn > dn) {
                    parent = candidate;
                }
            }
            if less && entry.dn > dn {
                dn = entry.dn;
                if candidate.is_some() && (parent.is_none() || dn > pn) {
                    parent = candidate;
                }
            }
        }
        parent.map(|parent| (parent, pn, dn))
    }

    /// Shortest known mate of a position, and largest number of plies known to contain none.
    pub(crate) fn range(&self, key: Key) -> (Option<Plies>, Plies) {
        let (mut proved, mut disproved): (Option<Plies>, Plies) = (None, -1);
        for (_, entry) in self.with_board(key.board) {
            let hand = entry.hand();
            if hand.dominates(key.hand) {
                disproved = disproved.max(entry.disproved_plies());
            }
            if key.hand.dominates(hand) {
                proved = match (proved, entry.proved_plies()) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
            }
        }
        (proved, disproved)
    }

    fn find_or_insert(&mut self, key: Key) -> &mut Entry {
        // Keep free entries, or an unsuccessful probe would not terminate.
        if self.used >= self.full {
            self.collect_garbage();
        }
        let mut at = self.home(key.board);
        loop {
            let entry = &self.entries[at];
            if entry.is_vacant() {
                if self.written.len() == self.used && self.used < self.written.capacity() {
                    self.written.push(at as u32);
                }
                self.used += 1;
                self.entries[at] = Entry::new(key);
                break;
            }
            if entry.is_of(key) {
                break;
            }
            at = self.next(at);
        }
        &mut self.entries[at]
    }

    /// Stores the value of a position reached from `parent` at `ply`. Repetitions are only marked:
    /// they belong to the path, see
    /// [`RepetitionTable`](crate::mate::repetition_table::RepetitionTable).
    pub(crate) fn store(&mut self, key: Key, ply: Ply, value: &Value, parent: Option<Key>) {
        if value.pn == 0 {
            let key = Key {
                hand: value.hand,
                ..key
            };
            self.find_or_insert(key)
                .set_proved(value.plies, value.effort);
        } else if value.dn == 0 && value.is_repetition() {
            self.find_or_insert(key).set_may_repeat();
        } else if value.dn == 0 {
            let key = Key {
                hand: value.hand,
                ..key
            };
            self.find_or_insert(key)
                .set_disproved(value.plies.min(UNLIMITED), value.effort);
        } else {
            let entry = self.find_or_insert(key);
            entry.min_ply = entry.min_ply.min(ply);
            entry.pn = value.pn;
            entry.dn = value.dn;
            entry.sum_mask = value.sum_mask;
            entry.raise_effort(value.effort);
            if let Some(parent) = parent {
                entry.set_parent(parent);
            }
        }
    }

    /// Removes the half of the entries with the least effort.
    #[cold]
    fn collect_garbage(&mut self) {
        let step = (self.entries.len() / SAMPLE).max(1);
        let mut efforts: Vec<u32> = (self.entries.iter().step_by(step))
            .filter(|entry| !entry.is_vacant())
            .map(Entry::effort)
            .collect();
        if efforts.is_empty() {
            return;
        }
        let middle = efforts.len() / 2;
        let limit = *efforts.select_nth_unstable(middle).1;
        let largest = efforts.iter().copied().max().unwrap_or(0);
        // If most entries share the median effort, every second one of these is removed.
        let below = efforts.iter().filter(|&&effort| effort < limit).count();
        let spare_every_second = below * 4 < efforts.len();
        let mut spared = false;
        for entry in &mut self.entries {
            if entry.is_vacant() {
                continue;
            }
            let effort = entry.effort();
            let goes = if effort == limit && spare_every_second {
                spared = !spared;
                !spared
            } else {
                effort <= limit
            };
            if goes {
                entry.clear();
            } else if largest > u32::MAX / 8 {
                entry.age();
            }
        }
        self.close_gaps();
    }

    /// Rehashes every entry in probe order, so that none is behind a gap.
    fn close_gaps(&mut self) {
        let len = self.entries.len();
        // No probe sequence crosses a vacant entry: start behind one.
        let Some(start) = self.entries.iter().position(Entry::is_vacant) else {
            return;
        };
        self.used = 0;
        self.written.clear();
        for at in (start + 1..len).chain(0..start) {
            let entry = self.entries[at];
            if entry.is_vacant() {
                continue;
            }
            self.used += 1;
            self.entries[at].clear();
            let mut to = self.home(entry.board());
            while !self.entries[to].is_vacant() {
                to = self.next(to);
            }
            self.entries[to] = entry;
        }
    }
}

/// Number of entries sampled for the median effort.
const SAMPLE: usize = 20_000;

impl Found {
    fn solved(value: Value) -> Found {
        Found {
            value,
            is_old: false,
            may_repeat: false,
        }
    }
}

/// Applies the difference of two hands to a hand.
fn shifted(hand: Hand, from: Hand, to: Hand) -> Hand {
    if from == to {
        return hand;
    }
    let mut shifted = hand;
    for kind in (0..Hand::KINDS as u8).map(PieceKind::new) {
        let count =
            i16::from(hand.count(kind)) + i16::from(to.count(kind)) - i16::from(from.count(kind));
        shifted = shifted.with(kind, count.clamp(0, 127) as u8);
    }
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64.
    fn board(n: u64) -> u64 {
        let z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z ^ (z >> 31)
    }

    fn key(n: u64, pawns: u8) -> Key {
        Key {
            board: board(n),
            hand: Hand::EMPTY.with(PieceKind::PAWN, pawns),
        }
    }

    fn table(entries: usize) -> Table {
        Table::new(entries).expect("memory")
    }

    #[test]
    fn a_mate_holds_for_larger_hands_and_a_disproof_for_smaller_ones() {
        let mut table = table(64);
        let (few, some, many) = (key(1, 1), key(1, 2), key(1, 3));
        table.store(some, 4, &Value::proved(some.hand, 7, 10), None);
        let found = |table: &mut Table, key, plies| table.probe(key, 4, plies).map(|it| it.value);
        assert!(found(&mut table, many, 7).is_some_and(|value| value.pn == 0 && value.plies == 7));
        assert!(found(&mut table, some, 7).is_some_and(|value| value.pn == 0));
        assert!(found(&mut table, some, 5).is_none_or(|value| value.pn > 0));
        assert!(found(&mut table, few, UNLIMITED).is_none_or(|value| value.pn > 0));
        table.store(some, 4, &Value::disproved(some.hand, 5, 10), None);
        assert!(found(&mut table, few, 5).is_some_and(|value| value.dn == 0));
        assert!(found(&mut table, few, 7).is_none_or(|value| value.dn > 0));
        assert!(found(&mut table, many, 5).is_none_or(|value| value.dn > 0));
        assert_eq!(table.range(some), (Some(7), 5));
    }

    #[test]
    fn garbage_collection_keeps_entries_of_large_effort() {
        let mut table = table(1 << 10);
        let mut stored = 0;
        while table.used + 1 < table.full {
            let effort = if stored % 4 == 0 {
                500
            } else {
                stored as u32 % 7
            };
            table.store(key(stored, 0), 0, &Value::open(4, 6, effort, 0), None);
            stored += 1;
        }
        let before = table.permille();
        table.collect_garbage();
        assert!(table.permille() < before * 2 / 3 && table.permille() > before / 4);
        for n in 0..stored {
            let found = table.probe(key(n, 0), 0, UNLIMITED);
            if n % 4 == 0 {
                let value = found.expect("it took much effort").value;
                assert_eq!((value.pn, value.dn), (4, 6));
            }
        }
    }

    #[test]
    fn a_table_never_fills_up() {
        let mut table = table(64);
        for n in 0..10_000 {
            table.store(key(n, 0), 0, &Value::open(4, 6, 1, 0), None);
            assert!(table.used <= table.full);
        }
        assert!(table.probe(key(10_000, 0), 0, UNLIMITED).is_none());
    }

    /// Regression: short mates in a row spent their time on clearing a nearly empty table.
    #[test]
    fn a_cleared_table_is_vacant() {
        for (entries, stored) in [(1 << 10, 700), (64, 200), (1 << 18, 20), (1 << 18, 100_000)] {
            let mut table = table(entries);
            for round in 0..2 {
                for n in 0..stored {
                    table.store(key(n, 0), 0, &Value::open(4, 6, round, 0), None);
                }
                table.clear();
                assert_eq!((table.used, table.permille()), (0, 0));
                assert!(
                    table.entries.iter().all(Entry::is_vacant),
                    "{stored} in {entries}"
                );
            }
        }
    }

    #[test]
    fn garbage_collection_removes_half_of_equal_efforts() {
        let mut table = table(1 << 10);
        for n in 0..700 {
            table.store(key(n, 0), 0, &Value::open(4, 6, 1, 0), None);
        }
        table.collect_garbage();
        let left = (0..700)
            .filter(|&n| table.probe(key(n, 0), 0, UNLIMITED).is_some())
            .count();
        assert!((300..=400).contains(&left), "{left} of 700 are left");
    }
}
