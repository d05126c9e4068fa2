//! Lock-free protocol under every interleaving of the memory model, checked with loom
//! (`scripts/check-loom.sh`).

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use super::entry::{Entry, Slot};
use super::*;

/// An entry whose fields all equal its key.
fn entry(key: u64) -> Entry {
    Entry {
        key,
        mv: key as u16,
        score: key as i16,
        eval: key as i16,
        depth: key as i8,
        meta: Bound::Exact as u8,
    }
}

fn write(key: u64) -> TtWrite {
    TtWrite {
        mv: Move::from_raw(key as u16),
        score: key as i32,
        eval: key as i32,
        depth: key as i32,
        bound: Bound::Exact,
    }
}

fn hit(key: u64) -> TtHit {
    TtHit {
        mv: Move::from_raw(key as u16),
        score: key as i32,
        eval: key as i32,
        depth: key as i32,
        bound: Bound::Exact,
    }
}

/// A probe under races may find nothing or the value of its own key.
fn assert_nothing_foreign(table: &TranspositionTable, key: u64) {
    let found = table.probe(key, 0);
    assert!(found.is_none_or(|found| found == hit(key)), "{found:?}");
}

/// Every interleaving, without a bound.
#[test]
fn loom_a_slot_read_during_two_writes_has_the_key_of_its_data() {
    loom::model(|| {
        let slot = Arc::new(Slot::empty());
        let writers: Vec<_> = [3, 5]
            .map(|key| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.store(&entry(key)))
            })
            .into();
        let read = slot.load();
        for key in [3, 5] {
            if read.key == key {
                assert_eq!((read.mv, read.score), (key as u16, key as i16));
                assert_eq!((read.eval, read.depth), (key as i16, key as i8));
            }
        }
        for writer in writers {
            writer.join().expect("no panic");
        }
    });
}

/// Interleavings with at most two preemptions: a bucket has too many words for all of them.
fn bounded(body: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(body);
}

/// Built inside the model, which owns the atomics.
fn one_bucket() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::with_buckets(1).expect("memory for a bucket"))
}

#[test]
fn loom_probes_find_nothing_foreign_while_two_threads_store_in_one_bucket() {
    bounded(|| {
        let table = one_bucket();
        let writers: Vec<_> = [3, 5]
            .map(|key| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(key, 0, &write(key)))
            })
            .into();
        assert_nothing_foreign(&table, 3);
        assert_nothing_foreign(&table, 5);
        for writer in writers {
            writer.join().expect("no panic");
        }
        assert_nothing_foreign(&table, 3);
        assert_nothing_foreign(&table, 5);
    });
}

#[test]
fn loom_a_store_without_races_is_found_by_other_threads() {
    bounded(|| {
        let table = one_bucket();
        let writer = {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(3, 0, &write(3)))
        };
        assert_nothing_foreign(&table, 3);
        writer.join().expect("no panic");
        assert_eq!(table.probe(3, 0), Some(hit(3)));
    });
}
