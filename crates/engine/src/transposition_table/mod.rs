//! Transposition table, shared by all threads of a search without locks. `entry` describes the
//! protocol; `loom_tests` checks it.

mod atomic;
mod entry;

use std::collections::TryReserveError;

use komadai_rules::Move;

use crate::memory::try_with_capacity;
use crate::out_of_memory::OutOfMemory;
use crate::params::{TT_AGE_PENALTY, TT_KEEP_DEPTH};
use crate::prefetch::prefetch;
use crate::score::{MATE_BOUND, SCORE_NONE};
use atomic::{AtomicU8, Ordering};
use entry::{Entry, Slot};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    None = 0,
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Bound {
    fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        }
    }
}

const WAYS: usize = 4;

/// Slots of a key: one cache line.
type Bucket = [Slot; WAYS];
const CACHE_LINE: usize = 64;
#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == CACHE_LINE);

const MIN_BYTES: usize = 1 << 16;
const MAX_MEGABYTES: usize = 1 << 16;
/// Buckets sampled by [`TranspositionTable::hashfull`]; the smallest table has more.
const HASHFULL_SAMPLE: usize = 256;

const GENERATIONS: u8 = 64;
/// No static evaluation.
const EVAL_NONE: i16 = i16::MIN;

/// Result of a probe; mate scores are relative to the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtHit {
    /// [`Move::NONE`] if none is known.
    pub(crate) mv: Move,
    pub(crate) score: i32,
    /// Static evaluation, [`SCORE_NONE`] if none was stored.
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl TtHit {
    /// `true` if the score decides a null window ending at `beta`.
    pub(crate) fn cuts_off(&self, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score < beta,
            Bound::None => false,
        }
    }
}

/// Value to store; mate scores are relative to the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtWrite {
    /// [`Move::NONE`] keeps the stored move.
    pub(crate) mv: Move,
    pub(crate) score: i32,
    /// Static evaluation or [`SCORE_NONE`].
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Fixed-size table of four-slot buckets; the shallowest and oldest entry is replaced.
pub(crate) struct TranspositionTable {
    /// Buckets, plus spare slots for the alignment.
    slots: Vec<Slot>,
    /// Slot where the first bucket begins, aligned to a cache line if possible. An aligned
    /// allocation could leave holes in the heap that the next table does not fit in.
    first: usize,
    /// Number of buckets minus one.
    mask: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `megabytes`, rounded down to a power of two, at least 64 KiB.
    pub(crate) fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Self::with_buckets(buckets_for(megabytes)).map_err(|_| OutOfMemory::HashTable { megabytes })
    }

    /// `buckets` must be a power of two.
    fn with_buckets(buckets: usize) -> Result<Self, TryReserveError> {
        let spare = WAYS - 1;
        let len = buckets * WAYS + spare;
        let mut slots = try_with_capacity(len)?;
        slots.extend((0..len).map(|_| Slot::empty()));
        // `usize::MAX` if the allocation begins inside a slot, as it may in WebAssembly: then
        // buckets cross cache lines, which is only slower.
        let first = slots.as_ptr().align_offset(CACHE_LINE);
        Ok(TranspositionTable {
            slots,
            // Loom needs the same addresses in every execution.
            first: if first <= spare && !cfg!(loom) {
                first
            } else {
                0
            },
            mask: buckets - 1,
            generation: AtomicU8::new(0),
        })
    }

    /// Placeholder of a table that was moved away; must not be probed.
    pub(crate) fn unallocated() -> Self {
        TranspositionTable {
            slots: Vec::new(),
            first: 0,
            mask: 0,
            generation: AtomicU8::new(0),
        }
    }

    /// `true` if a new table of at most `megabytes` would have the same size.
    pub(crate) fn has_size_of(&self, megabytes: usize) -> bool {
        self.mask + 1 == buckets_for(megabytes)
    }

    pub(crate) fn clear(&self) {
        self.slots.iter().for_each(Slot::clear);
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new generation: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let at = self.first + (key as usize & self.mask) * WAYS;
        self.slots[at..]
            .first_chunk()
            .expect("the mask leaves room for a bucket")
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtHit> {
        let mut entries = self.bucket(key).iter().map(Slot::load);
        let entry = entries.find(|e| e.key == key && e.is_used())?;
        Some(TtHit {
            mv: Move::from_raw(entry.mv),
            score: score_from_table(i32::from(entry.score), ply),
            eval: if entry.eval == EVAL_NONE {
                SCORE_NONE
            } else {
                i32::from(entry.eval)
            },
            depth: i32::from(entry.depth),
            bound: Bound::from_bits(entry.meta),
        })
    }

    pub(crate) fn store(&self, key: u64, ply: usize, write: &TtWrite) {
        let generation = self.generation();
        let bucket = self.bucket(key);
        let entries: [Entry; WAYS] = std::array::from_fn(|way| bucket[way].load());
        let way = way_to_replace(&entries, key, generation);
        let old = &entries[way];
        let same_position = old.key == key && old.is_used();
        // Keep a deep entry against a much shallower bound of the same search.
        if same_position
            && old.generation() == generation
            && write.bound != Bound::Exact
            && write.depth + TT_KEEP_DEPTH <= i32::from(old.depth)
        {
            return;
        }
        // A fail-low has no best move; the stored one still helps the move ordering.
        let mv = if write.mv == Move::NONE && same_position {
            old.mv
        } else {
            write.mv.raw()
        };
        bucket[way].store(&Entry {
            key,
            mv,
            score: score_to_table(write.score, ply) as i16,
            eval: if write.eval == SCORE_NONE {
                EVAL_NONE
            } else {
                write.eval as i16
            },
            depth: write.depth.clamp(-1, 127) as i8,
            meta: write.bound as u8 | generation << 2,
        });
    }

    /// Entries written in this search per mille, estimated from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation();
        let sample = &self.slots[self.first..][..HASHFULL_SAMPLE * WAYS];
        let used = sample
            .iter()
            .map(Slot::load)
            .filter(|e| e.is_used() && e.generation() == generation)
            .count();
        (used * 1_000 / sample.len()) as u32
    }
}

/// The slot of the same key, else the one with the shallowest and oldest entry.
fn way_to_replace(entries: &[Entry; WAYS], key: u64, generation: u8) -> usize {
    let worth = |e: &Entry| {
        let age = (generation + GENERATIONS - e.generation()) % GENERATIONS;
        i32::from(e.depth) - TT_AGE_PENALTY * i32::from(age)
    };
    let same = entries.iter().position(|e| e.key == key);
    same.unwrap_or_else(|| {
        (0..WAYS)
            .min_by_key(|&way| worth(&entries[way]))
            .unwrap_or(0)
    })
}

fn buckets_for(megabytes: usize) -> usize {
    let bytes = megabytes.min(MAX_MEGABYTES).saturating_mul(1 << 20);
    let wanted = bytes.max(MIN_BYTES) / CACHE_LINE;
    1 << wanted.ilog2()
}

/// Converts mate scores from root-relative to node-relative.
fn score_to_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score + ply as i32
    } else if score <= -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

fn score_from_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score - ply as i32
    } else if score <= -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom)))]
mod tests;
