//! Several threads that search one position together.
//!
//! Each searches on its own ("lazy SMP"); they help each other through the table they share. One of
//! them leads: it alone knows the clock, the depth asked for and who is listening, and when it ends all
//! end. That they do not all do the same comes by itself: what one finds in the table another has
//! changed the moment before.

use komadai_rules::{Game, History};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, ScopedJoinHandle, scope};

use super::{Memory, Search, search_alone};
use crate::limits::{Budget, Control, Limits};
use crate::report::{Bound, Info, SearchResult};

/// Deep lines recurse deeply.
const STACK: usize = 16 << 20;

/// What the threads of one search tell each other beside the table.
#[derive(Default)]
pub(crate) struct Crew {
    /// The leader has ended.
    halt: AtomicBool,
    /// Positions visited by all, as far as they have told.
    nodes: AtomicU64,
}

impl Crew {
    /// Counts what one of the threads has visited; the sum of all.
    pub(crate) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Halts the helpers however the leader ends: alone they might never.
struct HaltAtEnd<'a>(&'a Crew);

impl Drop for HaltAtEnd<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Ordering::Relaxed);
    }
}

/// Searches with a thread for each helper. Where the system gives fewer threads, with fewer.
pub(crate) fn search_together<G: Game>(
    memory: &mut Memory<G>,
    helpers: &mut [Memory<G>],
    game: &History<G>,
    limits: &Limits,
    control: &mut Control<'_>,
    mate_within: Option<u32>,
) -> SearchResult {
    // A browser's module has one thread, and need not carry the code for more.
    if helpers.is_empty() || cfg!(target_family = "wasm") {
        return search_alone(memory, game, limits, control, mate_within);
    }
    memory.table.new_search();
    let crew = Arc::new(Crew::default());
    let (found, time_ms, others) = scope(|scope| {
        let halt_at_end = HaltAtEnd(&crew);
        let helping: Vec<ScopedJoinHandle<'_, SearchResult>> = (1..)
            .zip(helpers)
            .map_while(|(number, memory)| {
                let crew = Arc::clone(&crew);
                let builder = Builder::new()
                    .name(format!("search {number}"))
                    .stack_size(STACK);
                let work = move || help(memory, &crew, game, limits, mate_within);
                builder.spawn_scoped(scope, work).ok()
            })
            .collect();
        let budget = Budget::new(limits, control, Some(Arc::clone(&crew)));
        let mut search = Search::new(memory, game, limits, control, budget);
        search.mate_within = mate_within;
        let found = search.run(game, limits);
        let time_ms = search.budget.elapsed(search.control);
        drop(halt_at_end);
        let others: Vec<SearchResult> = helping
            .into_iter()
            .map(|helper| {
                helper
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect();
        (found, time_ms, others)
    });
    let found = SearchResult {
        nodes: found.nodes.max(crew.nodes()),
        ..found
    };
    match best_of(&found, others, limits) {
        None => found,
        Some(better) => {
            report(&better, found.nodes, time_ms, memory, control);
            SearchResult {
                nodes: found.nodes,
                ..better
            }
        }
    }
}

/// A helper's whole search.
fn help<G: Game>(
    memory: &mut Memory<G>,
    crew: &Arc<Crew>,
    game: &History<G>,
    limits: &Limits,
    mate_within: Option<u32>,
) -> SearchResult {
    let limits = Limits {
        nodes: limits.nodes,
        root_moves: limits.root_moves.clone(),
        draw_score: limits.draw_score,
        ..Limits::default()
    };
    let mut control = Control {
        stop: Some(&crew.halt),
        ..Control::default()
    };
    let budget = Budget::new(&limits, &control, Some(Arc::clone(crew)));
    let mut search = Search::new(memory, game, &limits, &mut control, budget);
    search.mate_within = mate_within;
    search.run(game, &limits)
}

/// A helper's finding, if it looked deeper and found no worse, or found a shorter mate. With several
/// lines only the leader knows them all, and where a depth is asked for only it has kept to it.
fn best_of(
    found: &SearchResult,
    others: Vec<SearchResult>,
    limits: &Limits,
) -> Option<SearchResult> {
    if limits.lines > 1 || limits.depth.is_some() {
        return None;
    }
    let mut best = None;
    let mut standard = found.clone();
    for other in others {
        let no_worse = other.score >= standard.score && other.bound != Bound::Upper;
        let deeper = other.depth > standard.depth && no_worse;
        let mates = other.score.mate_plies().is_some_and(|plies| plies > 0);
        if other.best.is_some() && (deeper || (mates && other.score > standard.score)) {
            standard = other.clone();
            best = Some(other);
        }
    }
    best
}

/// The last line that is told must be the one whose move is played.
fn report<G: Game>(
    better: &SearchResult,
    nodes: u64,
    time_ms: u64,
    memory: &Memory<G>,
    control: &mut Control<'_>,
) {
    let Some(tell) = control.on_info.as_mut() else {
        return;
    };
    tell(&Info {
        depth: better.depth,
        rank: 1,
        seldepth: better.depth.max(better.pv.len() as u32),
        score: better.score,
        bound: better.bound,
        nodes,
        time_ms,
        hashfull: memory.table.fullness(),
        pv: better.pv.clone(),
    });
}

#[cfg(test)]
mod tests {
    use super::scope;
    use crate::table::{Bound, Finding, Table};
    use komadai_rules::Move;

    /// Four threads fill a small table with findings that can be told from their keys; none is ever
    /// found under a wrong key.
    #[test]
    fn threads_share_a_table() {
        let table = Table::new(0).expect("memory for a small table");
        scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000_u64 {
                        let number = (round * 7 + thread) % 512;
                        // Few buckets, so that they get in each other's way.
                        let key = (number << 32) | (number % 8);
                        let score = number as i32;
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!(found.score, score);
                        }
                        let finding = Finding {
                            mv: Move::NONE,
                            score,
                            eval: 0,
                            depth: (number % 20) as i32,
                            bound: Bound::Lower,
                        };
                        table.store(key, 0, &finding);
                    }
                });
            }
        });
    }
}
