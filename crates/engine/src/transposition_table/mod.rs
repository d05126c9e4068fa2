//! The transposition table: what earlier visits to a position found.
//!
//! All threads of a search share one table without locks; see `entry` for the protocol. It is checked
//! with loom in `loom_tests`.

mod atomic;
mod entry;

use std::collections::TryReserveError;

use komadai_rules::Move;

use crate::memory::try_with_capacity;
use crate::out_of_memory::OutOfMemory;
use crate::prefetch::prefetch;
use crate::score::{MATE_BOUND, SCORE_NONE};
use crate::search::params::{TT_AGE_PENALTY, TT_KEEP_DEPTH};
use atomic::{AtomicU8, Ordering};
use entry::{Entry, Slot};

/// How a stored score relates to the true one.
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

/// Slots of a bucket.
const WAYS: usize = 4;

/// The slots that a key may lie in: as many as fill a line of the processor's cache.
type Bucket = [Slot; WAYS];
/// Bytes of such a line.
const CACHE_LINE: usize = 64;
#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == CACHE_LINE);

/// Bytes of the smallest table.
const MIN_BYTES: usize = 1 << 16;
/// Megabytes of the largest table.
const MAX_MEGABYTES: usize = 1 << 16;
/// Buckets that [`TranspositionTable::hashfull`] samples; the smallest table has more.
const HASHFULL_SAMPLE: usize = 256;

const GENERATIONS: u8 = 64;
/// "No evaluation" in an entry.
const EVAL_NONE: i16 = i16::MIN;

/// What a probe found; mate scores are counted from the root.
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
    /// Whether the score answers a null window that ends at `beta`.
    pub(crate) fn cuts_off(&self, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score < beta,
            Bound::None => false,
        }
    }
}

/// What is to be stored about a position; mate scores are counted from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtWrite {
    /// [`Move::NONE`] keeps the move that is there.
    pub(crate) mv: Move,
    pub(crate) score: i32,
    /// Static evaluation or [`SCORE_NONE`].
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// A table of fixed size with four slots a bucket; the shallowest and oldest entry is replaced.
pub(crate) struct TranspositionTable {
    /// All buckets, and a few slots more than they need.
    slots: Vec<Slot>,
    /// The slot where the first bucket begins. Buckets begin with a cache line where they can, so that
    /// none lies in two. This is done here: an allocator that is asked for alignment may leave holes in
    /// the heap that the next table does not fit in.
    first: usize,
    /// Number of buckets minus one.
    mask: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `megabytes`: rounded down to a power of two, at least 64 KiB.
    pub(crate) fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        Self::with_buckets(buckets_for(megabytes)).map_err(|_| OutOfMemory::HashTable { megabytes })
    }

    /// A table of `buckets` buckets, a power of two. Its memory is reserved first and filled in place.
    fn with_buckets(buckets: usize) -> Result<Self, TryReserveError> {
        let spare = WAYS - 1;
        let len = buckets * WAYS + spare;
        let mut slots = try_with_capacity(len)?;
        slots.extend((0..len).map(|_| Slot::empty()));
        // `usize::MAX` where the memory begins in the middle of a slot, as it may in WebAssembly: buckets
        // lie in two lines then, which costs nothing but time.
        let first = slots.as_ptr().align_offset(CACHE_LINE);
        Ok(TranspositionTable {
            slots,
            // Loom wants the same places in every execution.
            first: if first <= spare && !cfg!(loom) {
                first
            } else {
                0
            },
            mask: buckets - 1,
            generation: AtomicU8::new(0),
        })
    }

    /// A table without memory, which must not be probed: what is left where a table was moved away.
    pub(crate) fn unallocated() -> Self {
        TranspositionTable {
            slots: Vec::new(),
            first: 0,
            mask: 0,
            generation: AtomicU8::new(0),
        }
    }

    /// Whether a new table of at most `megabytes` would have the same size.
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

    /// Loads the bucket of a key that will soon be probed into the cache.
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
        // A deep entry is kept against a much shallower bound of the same search.
        if same_position
            && old.generation() == generation
            && write.bound != Bound::Exact
            && write.depth + TT_KEEP_DEPTH <= i32::from(old.depth)
        {
            return;
        }
        // A fail-low has no best move; the one known from before still orders well.
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

    /// Share of entries written in this search, per mille, from a sample.
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

/// The slot of the position itself, or else the one with the shallowest and oldest entry.
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

/// Buckets of a table of at most so many megabytes.
fn buckets_for(megabytes: usize) -> usize {
    let bytes = megabytes.min(MAX_MEGABYTES).saturating_mul(1 << 20);
    let wanted = bytes.max(MIN_BYTES) / CACHE_LINE;
    1 << wanted.ilog2()
}

/// Mate scores are stored as counted from the position, not from the root.
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
