use proptest::prelude::*;

use super::*;
use crate::score::{MATE, MAX_PLY};

fn table(megabytes: usize) -> TranspositionTable {
    TranspositionTable::new(megabytes).expect("memory for a small table")
}

fn write(score: i32, depth: i32, bound: Bound) -> TtWrite {
    TtWrite {
        mv: Move::from_raw(77),
        score,
        eval: 12,
        depth,
        bound,
    }
}

#[test]
fn slots_have_sixteen_bytes_and_buckets_begin_with_a_cache_line() {
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
        assert_eq!((table.mask + 1) * CACHE_LINE, bytes);
        // Otherwise no slot begins with a line.
        let slots_fit = table.slots.as_ptr().addr() % size_of::<Slot>() == 0;
        for key in [0, 1, table.mask as u64] {
            let start = table.bucket(key).as_ptr().addr() % CACHE_LINE;
            assert_eq!(start == 0, slots_fit);
        }
    }
}

#[test]
fn sizes_are_compared_after_rounding() {
    let table = table(3);
    assert!(table.has_size_of(2) && table.has_size_of(3));
    assert!(!table.has_size_of(1) && !table.has_size_of(4));
}

/// Regression: with aligned allocations each of many consecutive tables took a megabyte more.
#[test]
fn allocation_asks_for_no_special_alignment() {
    let table = table(0);
    assert!(align_of_val(&*table.slots) <= align_of::<super::atomic::AtomicU64>());
}

#[test]
fn a_fail_low_keeps_the_move() {
    let table = table(1);
    table.store(5, 0, &write(10, 4, Bound::Lower));
    let low = TtWrite {
        mv: Move::NONE,
        ..write(-10, 5, Bound::Upper)
    };
    table.store(5, 0, &low);
    let hit = table.probe(5, 0).expect("just stored");
    assert_eq!((hit.mv, hit.score), (Move::from_raw(77), -10));
}

#[test]
fn the_shallowest_entry_of_a_full_bucket_is_replaced() {
    let table = table(0);
    let step = (table.mask + 1) as u64;
    for (way, depth) in [(1, 9), (2, 3), (3, 7), (4, 8)] {
        table.store(way * step, 0, &write(1, depth, Bound::Exact));
    }
    table.store(5 * step, 0, &write(1, 5, Bound::Exact));
    let present: Vec<bool> = (1..=5)
        .map(|way| table.probe(way * step, 0).is_some())
        .collect();
    assert_eq!(present, [true, false, true, true, true]);
}

proptest! {
    #[test]
    fn entries_are_found_as_stored(
        key: u64,
        score in -MATE..=MATE,
        depth in 0..100_i32,
        ply in 0..MAX_PLY,
    ) {
        // A mate nearer than the path to it cannot occur.
        prop_assume!(score.abs() + ply as i32 <= MATE);
        let table = table(0);
        prop_assert_eq!(table.probe(key, ply), None);
        table.store(key, ply, &write(score, depth, Bound::Exact));
        let hit = table.probe(key, ply).expect("just stored");
        prop_assert_eq!((hit.score, hit.depth, hit.eval), (score, depth, 12));
        prop_assert_eq!(hit.bound, Bound::Exact);
        prop_assert_eq!(table.probe(key ^ 1 << 63, ply), None);
        table.clear();
        prop_assert_eq!(table.probe(key, ply), None);
    }

    #[test]
    fn mate_scores_are_relative_to_the_position(plies in 0..50_usize, ply in 0..50_usize) {
        let table = table(0);
        // Seen from ply `ply`, a mate `plies` further on.
        table.store(1, ply, &write(MATE - (ply + plies) as i32, 3, Bound::Exact));
        let hit = table.probe(1, 0).expect("just stored");
        prop_assert_eq!(hit.score, MATE - plies as i32);
    }
}
