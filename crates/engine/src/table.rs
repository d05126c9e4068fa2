//! The transposition table: what earlier visits to a position found.
//!
//! Single-threaded by design: the engine owns its table, a Worker owns its engine.

use komadai_rules::Move;

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

/// 16 bytes: key, move, score, evaluation, depth, bound and age.
#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    key: u64,
    mv: u16,
    score: i16,
    eval: i16,
    depth: i8,
    /// Bits 0-1 the bound, bits 2-7 the generation.
    meta: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    mv: 0,
    score: 0,
    eval: 0,
    depth: -128,
    meta: 0,
};
const WAYS: usize = 4;
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
    buckets: Vec<[Entry; WAYS]>,
    mask: usize,
    generation: u8,
}

impl Table {
    /// A table of at most `megabytes` (rounded down to a power of two, at least 64 KiB).
    pub(crate) fn new(megabytes: usize) -> Self {
        let bytes = megabytes
            .clamp(0, 1 << 16)
            .saturating_mul(1 << 20)
            .max(1 << 16);
        let wanted = bytes / size_of::<[Entry; WAYS]>();
        let count = 1_usize << wanted.ilog2();
        Table {
            buckets: vec![[EMPTY; WAYS]; count],
            mask: count - 1,
            generation: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill([EMPTY; WAYS]);
        self.generation = 0;
    }

    /// A new search begins: what is stored from now on is younger.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        let bucket = &self.buckets[key as usize & self.mask];
        let entry = bucket.iter().find(|e| e.key == key && e.meta & 3 != 0)?;
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

    pub(crate) fn store(&mut self, key: u64, ply: usize, finding: &Finding) {
        let generation = self.generation;
        let bucket = &mut self.buckets[key as usize & self.mask];
        let slot = bucket.iter().position(|e| e.key == key).unwrap_or_else(|| {
            let worth = |e: &Entry| {
                let age = (generation + GENERATIONS - (e.meta >> 2)) % GENERATIONS;
                i32::from(e.depth) - 4 * i32::from(age)
            };
            (0..WAYS)
                .min_by_key(|&way| worth(&bucket[way]))
                .unwrap_or(0)
        });
        let entry = &mut bucket[slot];
        let same = entry.key == key && entry.meta & 3 != 0;
        let young = entry.meta >> 2 == generation;
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
        *entry = Entry {
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
        };
    }

    /// Share of entries written in this search, per mille, from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(256)];
        let used = sample
            .iter()
            .flatten()
            .filter(|e| e.meta & 3 != 0 && e.meta >> 2 == self.generation)
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
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
    fn entries_are_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
        let table = Table::new(1);
        assert_eq!(table.buckets.len() * size_of::<[Entry; WAYS]>(), 1 << 20);
    }

    #[test]
    fn a_fail_low_keeps_the_move() {
        let mut table = Table::new(1);
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
        let mut table = Table::new(0);
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
            let mut table = Table::new(0);
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
            let mut table = Table::new(0);
            // Seen from ply `ply`, a mate `plies` further on.
            table.store(1, ply, &finding(MATE - (ply + plies) as i32, 3, Bound::Exact));
            let found = table.probe(1, 0).expect("just stored");
            prop_assert_eq!(found.score, MATE - plies as i32);
        }
    }
}
