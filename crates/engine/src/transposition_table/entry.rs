//! Entry of the table and its lock-free representation.

use super::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) mv: u16,
    pub(super) score: i16,
    pub(super) eval: i16,
    pub(super) depth: i8,
    /// Bits 0 and 1: bound; bits 2 to 7: generation.
    pub(super) meta: u8,
}

impl Entry {
    pub(super) fn is_used(&self) -> bool {
        self.meta & 3 != 0
    }

    pub(super) fn generation(&self) -> u8 {
        self.meta >> 2
    }

    /// Everything but the key.
    fn pack(&self) -> u64 {
        u64::from(self.mv)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth as u8) << 48
            | u64::from(self.meta) << 56
    }

    fn unpack(key: u64, data: u64) -> Self {
        Entry {
            key,
            mv: data as u16,
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 48) as i8,
            meta: (data >> 56) as u8,
        }
    }
}

/// An entry in memory: the data, and the key XORed with it.
///
/// If two threads write one slot at the same time, or one reads while another writes, the words may
/// belong to two entries. Then their XOR is neither key, and the probe misses (Hyatt and Mann, "A
/// lockless transposition table implementation for parallel search chess engines", 2002). A single
/// word is never torn and nothing else depends on the order of the writes, so all accesses are
/// relaxed.
pub(super) struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// Data of an empty slot: a depth of −128 and no bound.
const EMPTY: u64 = 0x80 << 48;

impl Slot {
    pub(super) fn empty() -> Self {
        Slot {
            key_xor_data: AtomicU64::new(EMPTY),
            data: AtomicU64::new(EMPTY),
        }
    }

    pub(super) fn clear(&self) {
        self.key_xor_data.store(EMPTY, Ordering::Relaxed);
        self.data.store(EMPTY, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn load(&self) -> Entry {
        let data = self.data.load(Ordering::Relaxed);
        Entry::unpack(self.key_xor_data.load(Ordering::Relaxed) ^ data, data)
    }

    pub(super) fn store(&self, entry: &Entry) {
        let data = entry.pack();
        self.key_xor_data.store(entry.key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a torn write by two threads.
    #[test]
    fn a_slot_with_halves_of_two_entries_has_neither_key() {
        let entry = |key, score| Entry {
            key,
            mv: 7,
            score,
            eval: 0,
            depth: 4,
            meta: 3,
        };
        let (ours, theirs) = (Slot::empty(), Slot::empty());
        ours.store(&entry(5, 10));
        theirs.store(&entry(5, 99));
        let data = theirs.data.load(Ordering::Relaxed);
        ours.data.store(data, Ordering::Relaxed);
        assert_ne!(ours.load().key, 5);
    }
}
