//! Disproofs by repetition, which hold only for the path that led to the node.

use std::collections::TryReserveError;

use crate::mate::value::{Plies, Ply};
use crate::memory::{try_vec, try_with_capacity};

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Path key; 0 if the slot is empty.
    path_key: u64,
    /// Ply of the first repeated position.
    repeats: Ply,
    /// No mate within this many plies.
    plies: u16,
    age: u32,
}

const EMPTY: Slot = Slot {
    path_key: 0,
    repeats: 0,
    plies: 0,
    age: 0,
};

/// Cache of paths disproved by a repetition. A replaced entry costs only time.
#[derive(Debug)]
pub(crate) struct RepetitionTable {
    slots: Vec<Slot>,
    /// Insertions since the last clear.
    age: u32,
    /// Indices of written slots, complete while its length equals `age`.
    written: Vec<u32>,
}

/// With more written slots the table is cleared as a whole.
const MAX_WRITTEN: usize = 1 << 12;

/// Associativity.
const WAYS: usize = 4;

impl RepetitionTable {
    pub(crate) const BYTES_PER_SLOT: usize = size_of::<Slot>();

    pub(crate) fn new(slots: usize) -> Result<Self, TryReserveError> {
        Ok(RepetitionTable {
            slots: try_vec(EMPTY, slots.next_multiple_of(WAYS).max(WAYS))?,
            age: 0,
            written: try_with_capacity(MAX_WRITTEN)?,
        })
    }

    pub(crate) fn clear(&mut self) {
        if self.written.len() == self.age as usize {
            for &at in &self.written {
                self.slots[at as usize] = EMPTY;
            }
        } else {
            self.slots.fill(EMPTY);
        }
        self.written.clear();
        self.age = 0;
    }

    fn start(&self, path_key: u64) -> usize {
        let buckets = (self.slots.len() / WAYS) as u64;
        ((u128::from(path_key) * u128::from(buckets)) >> 64) as usize * WAYS
    }

    /// Ply of the first repeated position and plies without a mate, if the path is known to have
    /// none within `plies`.
    pub(crate) fn get(&self, path_key: u64, plies: Plies) -> Option<(Ply, Plies)> {
        let start = self.start(path_key);
        self.slots[start..start + WAYS]
            .iter()
            .find(|slot| slot.path_key == path_key && Plies::from(slot.plies) >= plies)
            .map(|slot| (slot.repeats, Plies::from(slot.plies)))
    }

    pub(crate) fn insert(&mut self, path_key: u64, repeats: Ply, plies: Plies) {
        let start = self.start(path_key);
        let listed = self.written.len() == self.age as usize && self.written.len() < MAX_WRITTEN;
        self.age += 1;
        let slots = &mut self.slots[start..start + WAYS];
        let at = (slots.iter().position(|slot| slot.path_key == path_key))
            .or_else(|| (0..WAYS).min_by_key(|&at| slots[at].age))
            .unwrap_or(0);
        if listed {
            self.written.push((start + at) as u32);
        }
        slots[at] = Slot {
            path_key,
            repeats,
            plies: plies.max(0) as u16,
            age: self.age,
        };
    }
}
