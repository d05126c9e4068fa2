//! The transposition table: what earlier visits to a position found.
//!
//! All threads of a search share one table without locks. An entry is two words that are read and
//! written one by one: the finding, and the key combined with it by exclusive or. Where two threads
//! write one entry at the same time, the halves do not fit together and the entry is not found
//! (Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess
//! engines", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use komadai_rules::Move;

use crate::no_memory::NoMemory;
use crate::prefetch::prefetch;
use crate::score::{MATE_BOUND, UNKNOWN};

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

/// What one entry holds, as it is worked with.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: u16,
    score: i16,
    eval: i16,
    depth: i8,
    /// Bits 0-1 the bound, bits 2-7 the generation.
    meta: u8,
}

impl Entry {
    fn is_used(&self) -> bool {
        self.meta & 3 != 0
    }

    fn generation(&self) -> u8 {
        self.meta >> 2
    }

    /// Everything but the key in one word.
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

/// An entry where it lies: 16 bytes. A single word is never torn, and nothing else depends on the
/// order in which words are written, so the weakest ordering does.
struct Slot {
    /// The key, combined with the data by exclusive or.
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn empty() -> Self {
        Slot {
            mixed: AtomicU64::new(NOTHING),
            data: AtomicU64::new(NOTHING),
        }
    }

    #[inline]
    fn load(&self) -> Entry {
        let data = self.data.load(Ordering::Relaxed);
        Entry::unpack(self.mixed.load(Ordering::Relaxed) ^ data, data)
    }

    fn save(&self, entry: &Entry) {
        let data = entry.pack();
        self.mixed.store(entry.key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The data of a slot never written: a depth of -128 and no bound.
const NOTHING: u64 = 0x80 << 48;
const WAYS: usize = 4;

/// The entries among which a key has its place: as many as a line of the processor's cache holds.
type Bucket = [Slot; WAYS];
/// Bytes of such a line.
const LINE: usize = 64;
const _: () = assert!(size_of::<Bucket>() == LINE);

/// Buckets from which the fullness is told; the smallest table has more.
const SAMPLE: usize = 256;

const GENERATIONS: u8 = 64;
const NO_EVAL: i16 = i16::MIN;

/// What a probe found, with mate scores counted from the root again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    /// [`UNKNOWN`] if none was stored.
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// What is stored about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Fixed memory, four entries a bucket; the shallowest and oldest entry gives way.
pub(crate) struct Table {
    /// All buckets, with room for a little more than they need.
    slots: Box<[Slot]>,
    /// The slot where the first bucket begins. Buckets begin with a line of the cache where they can, so
    /// that none lies in two. We see to that ourselves: an allocator that is asked for it may leave holes
    /// in the heap that the next table does not fit in.
    first: usize,
    mask: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of at most `megabytes` (rounded down to a power of two, at least 64 KiB), and what it
    /// takes to begin with a line of the cache.
    pub(crate) fn new(megabytes: usize) -> Result<Self, NoMemory> {
        let count = buckets_of(megabytes);
        let spare = WAYS - 1;
        let all = count * WAYS + spare;
        let mut slots = Vec::new();
        // A size that somebody typed must not end the program.
        (slots.try_reserve_exact(all)).map_err(|_| NoMemory::Table(megabytes))?;
        slots.extend((0..all).map(|_| Slot::empty()));
        let slots = slots.into_boxed_slice();
        // `usize::MAX` where the memory begins in the middle of a slot, as it may in WebAssembly: buckets
        // lie in two lines then, which costs nothing but time.
        let first = slots.as_ptr().align_offset(LINE);
        Ok(Table {
            slots,
            first: if first <= spare { first } else { 0 },
            mask: count - 1,
            generation: AtomicU8::new(0),
        })
    }

    /// Whether a new table of at most `megabytes` would be just as large.
    pub(crate) fn is_of(&self, megabytes: usize) -> bool {
        self.mask + 1 == buckets_of(megabytes)
    }

    pub(crate) fn clear(&self) {
        for slot in &self.slots {
            slot.mixed.store(NOTHING, Ordering::Relaxed);
            slot.data.store(NOTHING, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is stored from now on is younger.
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

    /// Says that a key will soon be looked up.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        let mut entries = self.bucket(key).iter().map(Slot::load);
        let entry = entries.find(|e| e.key == key && e.is_used())?;
        Some(Found {
            mv: Move::from_raw(entry.mv),
            score: from_table(i32::from(entry.score), ply),
            eval: if entry.eval == NO_EVAL {
                UNKNOWN
            } else {
                i32::from(entry.eval)
            },
            depth: i32::from(entry.depth),
            bound: Bound::from_bits(entry.meta),
        })
    }

    pub(crate) fn store(&self, key: u64, ply: usize, finding: &Finding) {
        let generation = self.generation();
        let bucket = self.bucket(key);
        let entries: [Entry; WAYS] = std::array::from_fn(|way| bucket[way].load());
        let way = entries
            .iter()
            .position(|e| e.key == key)
            .unwrap_or_else(|| {
                let worth = |e: &Entry| {
                    let age = (generation + GENERATIONS - e.generation()) % GENERATIONS;
                    i32::from(e.depth) - 4 * i32::from(age)
                };
                (0..WAYS)
                    .min_by_key(|&way| worth(&entries[way]))
                    .unwrap_or(0)
            });
        let entry = &entries[way];
        let same = entry.key == key && entry.is_used();
        let young = entry.generation() == generation;
        // A deep result is kept against a much shallower one of the same search.
        if same
            && young
            && finding.bound != Bound::Exact
            && finding.depth + 4 <= i32::from(entry.depth)
        {
            return;
        }
        // A fail-low has no best move; the one known from before still orders well.
        let mv = if finding.mv == Move::NONE && same {
            entry.mv
        } else {
            finding.mv.raw()
        };
        bucket[way].save(&Entry {
            key,
            mv,
            score: to_table(finding.score, ply) as i16,
            eval: if finding.eval == UNKNOWN {
                NO_EVAL
            } else {
                finding.eval as i16
            },
            depth: finding.depth.clamp(-1, 127) as i8,
            meta: finding.bound as u8 | generation << 2,
        });
    }

    /// Share of entries written in this search, per mille, from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation();
        let sample = &self.slots[self.first..][..SAMPLE * WAYS];
        let used = sample
            .iter()
            .map(Slot::load)
            .filter(|e| e.is_used() && e.generation() == generation)
            .count();
        (used * 1000 / sample.len()) as u32
    }
}

/// How many buckets a table of at most so many megabytes has.
fn buckets_of(megabytes: usize) -> usize {
    let bytes = megabytes
        .clamp(0, 1 << 16)
        .saturating_mul(1 << 20)
        .max(1 << 16);
    let wanted = bytes / LINE;
    1 << wanted.ilog2()
}

/// Mates are stored as counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score + ply as i32
    } else if score <= -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score >= MATE_BOUND {
        score - ply as i32
    } else if score <= -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, MAX_PLY};
    use proptest::prelude::*;

    fn table(megabytes: usize) -> Table {
        Table::new(megabytes).expect("memory for a small table")
    }

    fn finding(score: i32, depth: i32, bound: Bound) -> Finding {
        Finding {
            mv: Move::from_raw(77),
            score,
            eval: 12,
            depth,
            bound,
        }
    }

    #[test]
    fn entries_are_sixteen_bytes_and_buckets_begin_with_a_line_of_cache() {
        assert_eq!(size_of::<Slot>(), 16);
        let sizes = [
            (0, 1 << 16),
            (1, 1 << 20),
            (2, 2 << 20),
            (3, 2 << 20),
            (16, 16 << 20),
        ];
        for (megabytes, bytes) in sizes {
            let table = table(megabytes);
            assert_eq!((table.mask + 1) * LINE, bytes);
            // Without it no slot can begin with a line.
            let slots_fit = table.slots.as_ptr().addr() % size_of::<Slot>() == 0;
            for key in [0, 1, table.mask as u64] {
                let begins = table.bucket(key).as_ptr().addr() % LINE;
                assert_eq!(begins == 0, slots_fit);
            }
        }
    }

    #[test]
    fn sizes_are_told_apart_as_they_are_rounded() {
        let table = table(3);
        assert!(table.is_of(2) && table.is_of(3));
        assert!(!table.is_of(1) && !table.is_of(4));
    }

    /// An engine for each game of a ladder would otherwise take a megabyte more each time.
    #[test]
    fn a_table_asks_the_allocator_for_no_alignment_of_its_own() {
        let table = table(0);
        assert!(align_of_val(&*table.slots) <= align_of::<AtomicU64>());
    }

    #[test]
    fn a_fail_low_keeps_the_move() {
        let table = table(1);
        table.store(5, 0, &finding(10, 4, Bound::Lower));
        let low = Finding {
            mv: Move::NONE,
            ..finding(-10, 5, Bound::Upper)
        };
        table.store(5, 0, &low);
        let found = table.probe(5, 0).expect("just stored");
        assert_eq!((found.mv, found.score), (Move::from_raw(77), -10));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = table(0);
        let step = (table.mask + 1) as u64;
        for (way, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
            table.store(way * step, 0, &finding(1, depth, Bound::Exact));
        }
        table.store(5 * step, 0, &finding(1, 5, Bound::Exact));
        let present: Vec<bool> = (1..=5)
            .map(|way| table.probe(way * step, 0).is_some())
            .collect();
        assert_eq!(present, [true, false, true, true, true]);
    }

    /// Two threads write one entry: half of it is the one's, half the other's.
    #[test]
    fn an_entry_of_two_halves_is_not_found() {
        let (ours, theirs) = (table(0), table(0));
        ours.store(5, 0, &finding(10, 4, Bound::Exact));
        theirs.store(5, 0, &finding(99, 7, Bound::Exact));
        let way =
            |table: &Table| (table.bucket(5).iter().position(|slot| slot.load().key == 5)).unwrap();
        let (ours_at, theirs_at) = (way(&ours), way(&theirs));
        let data = theirs.bucket(5)[theirs_at].data.load(Ordering::Relaxed);
        ours.bucket(5)[ours_at].data.store(data, Ordering::Relaxed);
        assert_eq!(ours.probe(5, 0), None);
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found(
            key: u64,
            score in -MATE..=MATE,
            depth in 0..100_i32,
            ply in 0..MAX_PLY,
        ) {
            // A mate nearer than the path to it cannot occur.
            prop_assume!(score.abs() + ply as i32 <= MATE);
            let table = table(0);
            prop_assert_eq!(table.probe(key, ply), None);
            table.store(key, ply, &finding(score, depth, Bound::Exact));
            let found = table.probe(key, ply).expect("just stored");
            prop_assert_eq!((found.score, found.depth, found.eval), (score, depth, 12));
            prop_assert_eq!(found.bound, Bound::Exact);
            prop_assert_eq!(table.probe(key ^ 1 << 63, ply), None);
            table.clear();
            prop_assert_eq!(table.probe(key, ply), None);
        }

        #[test]
        fn mates_are_counted_from_the_position(plies in 0..50_usize, ply in 0..50_usize) {
            let table = table(0);
            // Seen from ply `ply`, a mate `plies` further on.
            table.store(1, ply, &finding(MATE - (ply + plies) as i32, 3, Bound::Exact));
            let found = table.probe(1, 0).expect("just stored");
            prop_assert_eq!(found.score, MATE - plies as i32);
        }
    }
}
