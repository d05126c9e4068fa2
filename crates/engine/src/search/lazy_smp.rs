//! Lazy SMP: several threads search the same position and share the transposition table.
//!
//! The calling thread leads: it alone handles clock, depth limit and listener, and its end stops
//! all helpers. The threads diverge by themselves, since each sees the table entries that the
//! others have just changed.

use komadai_rules::Variant;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, ScopedJoinHandle, scope};

use super::time_manager::TimeManager;
use super::{Search, Task, ThreadData, search_single};
use crate::control::Control;
use crate::info::{Bound, Info};
use crate::limits::Limits;
use crate::search_result::SearchResult;

/// Stack size of a helper: the search recurses at least once per ply.
const STACK_BYTES: usize = 16 << 20;

/// State shared by the threads of one search, beside the transposition table.
#[derive(Default)]
pub(super) struct SharedSearch {
    /// Set when the leader has ended.
    stop: AtomicBool,
    /// Nodes of all threads as of their last poll.
    nodes: AtomicU64,
}

impl SharedSearch {
    /// Adds nodes of one thread and returns the sum.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Stops the helpers on drop, even if the leader panics: they have no other limit.
struct StopOnDrop<'a>(&'a SharedSearch);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Searches with one thread per helper beside the caller's, or fewer if the system starts no more.
pub(crate) fn search_with_helpers<V: Variant>(
    task: Task<'_, V>,
    main: &mut ThreadData<V>,
    helpers: &mut [ThreadData<V>],
    control: &mut Control<'_>,
) -> SearchResult {
    // WebAssembly has one thread: leave the rest out of the module.
    if helpers.is_empty() || cfg!(target_family = "wasm") {
        return search_single(task, main, control);
    }
    task.tt.new_search();
    let shared = SharedSearch::default();
    let (leader, time_ms, others) = scope(|scope| {
        let stop_on_drop = StopOnDrop(&shared);
        let shared = &shared;
        let running: Vec<ScopedJoinHandle<'_, SearchResult>> = (1..)
            .zip(helpers)
            .map_while(|(number, thread)| {
                Builder::new()
                    .name(format!("search {number}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || help(task, thread, shared))
                    .ok()
            })
            .collect();
        let time = TimeManager::new(task.limits, control, Some(shared));
        let mut search = Search::new(task, main, control, time);
        let leader = search.run(task.game, task.limits);
        let time_ms = search.time.elapsed_ms(search.control);
        drop(stop_on_drop);
        let others: Vec<SearchResult> = running.into_iter().map(join).collect();
        (leader, time_ms, others)
    });
    let nodes = leader.nodes.max(shared.nodes());
    match better_than(&leader, others, task.limits) {
        None => SearchResult { nodes, ..leader },
        Some(better) => {
            let better = SearchResult { nodes, ..better };
            // The last report must match the returned result.
            report(&better, time_ms, task.tt.hashfull(), control);
            better
        }
    }
}

/// Propagates a helper's panic to the calling thread.
fn join(thread: ScopedJoinHandle<'_, SearchResult>) -> SearchResult {
    thread
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn help<V: Variant>(
    task: Task<'_, V>,
    thread: &mut ThreadData<V>,
    shared: &SharedSearch,
) -> SearchResult {
    let limits = Limits {
        nodes: task.limits.nodes,
        root_moves: task.limits.root_moves.clone(),
        draw_score: task.limits.draw_score,
        ..Limits::default()
    };
    let mut control = Control {
        stop: Some(&shared.stop),
        ..Control::default()
    };
    let task = Task {
        limits: &limits,
        ..task
    };
    let time = TimeManager::new(&limits, &control, Some(shared));
    Search::new(task, thread, &mut control, time).run(task.game, &limits)
}

/// A helper's result that is deeper with no worse a score, or a shorter mate. Not with MultiPV or a
/// depth limit, which only the leader follows.
fn better_than(
    leader: &SearchResult,
    others: Vec<SearchResult>,
    limits: &Limits,
) -> Option<SearchResult> {
    if limits.multi_pv > 1 || limits.depth.is_some() {
        return None;
    }
    let mut better: Option<SearchResult> = None;
    for other in others {
        let best = better.as_ref().unwrap_or(leader);
        let no_worse = other.score >= best.score && other.bound != Bound::Upper;
        let is_deeper = other.depth > best.depth && no_worse;
        let mates = other.score.mate_plies().is_some_and(|plies| plies > 0);
        if other.best.is_some() && (is_deeper || (mates && other.score > best.score)) {
            better = Some(other);
        }
    }
    better
}

fn report(result: &SearchResult, time_ms: u64, hashfull: u32, control: &mut Control<'_>) {
    control.report(&Info {
        depth: result.depth,
        pv_index: 1,
        seldepth: result.depth.max(result.pv.len() as u32),
        score: result.score,
        bound: result.bound,
        nodes: result.nodes,
        time_ms,
        hashfull,
        pv: result.pv.clone(),
    });
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::scope;
    use crate::transposition_table::{Bound, TranspositionTable, TtWrite};
    use komadai_rules::Move;

    /// Four threads write and read few buckets; the score identifies the key of an entry.
    #[test]
    fn threads_find_entries_under_their_own_keys_only() {
        let table = TranspositionTable::new(0).expect("memory for a small table");
        scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000_u64 {
                        let number = (round * 7 + thread) % 512;
                        let key = (number << 32) | (number % 8);
                        let score = number as i32;
                        if let Some(hit) = table.probe(key, 0) {
                            assert_eq!(hit.score, score);
                        }
                        let write = TtWrite {
                            mv: Move::NONE,
                            score,
                            eval: 0,
                            depth: (number % 20) as i32,
                            bound: Bound::Lower,
                        };
                        table.store(key, 0, &write);
                    }
                });
            }
        });
    }
}
