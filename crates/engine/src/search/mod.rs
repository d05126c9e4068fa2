//! The search: iterative deepening, principal variation, quiescence.
//!
//! One file a stage: `root` deepens, `steady` says how clear its move is, `node` walks the tree, `prune`
//! cuts what cannot matter, `singular` asks whether the table's move has rivals, `quiesce` settles captures,
//! `path` knows what ends a game but mate, `crew` searches with several threads.

mod crew;
mod node;
mod path;
mod prune;
mod quiesce;
mod root;
mod singular;
mod steady;

use komadai_rules::{Game, History, Move, Position};

use crate::eval::Evaluator;
use crate::limits::{Budget, Control, Limits};
use crate::order::{Arrival, Arrived, Before, Corrections, Histories, Ranked};
use crate::report::SearchResult;
use crate::score::{MAX_PLY, UNKNOWN};
use crate::table::Table;
pub(crate) use crew::{Crew, search_together};
use path::Path;
use std::sync::Arc;

/// What an engine keeps from one search to the next.
pub(crate) struct Memory<G: Game> {
    /// Never changes, so all threads of an engine share it.
    pub(crate) eval: Arc<Evaluator<G>>,
    /// All threads of a search share it.
    pub(crate) table: Arc<Table>,
    pub(crate) histories: Histories<G>,
    pub(crate) corrections: Corrections<G>,
}

impl<G: Game> Memory<G> {
    /// Of one thread, which has learned nothing yet.
    pub(crate) fn new(eval: &Arc<Evaluator<G>>, table: &Arc<Table>) -> Self {
        Memory {
            eval: Arc::clone(eval),
            table: Arc::clone(table),
            histories: Histories::new(),
            corrections: Corrections::new(),
        }
    }
}

/// What one ply of the line being searched knows about itself.
#[derive(Clone, Copy)]
struct PlyState {
    eval: i32,
    /// The man that the move played here put down, and where; `None` after a pass.
    arrived: Arrival,
}

/// One search, from its limits to its result.
struct Search<'e, 'c, 'o, G: Game> {
    memory: &'e mut Memory<G>,
    control: &'c mut Control<'o>,
    budget: Budget,
    path: Path,
    plies: Vec<PlyState>,
    /// Move lists of all nodes of the current line, one on top of the other.
    moves: Vec<Ranked>,
    /// Moves tried at all nodes of the current line.
    tried: Vec<Move>,
    /// `[ply]`: the best line from there on.
    lines: Vec<Vec<Move>>,
    root_depth: i32,
    deepest: usize,
    /// Only a mate in at most so many plies is asked for.
    mate_within: Option<u32>,
}

/// Searches the game's current position with this thread alone.
pub(crate) fn search_alone<G: Game>(
    memory: &mut Memory<G>,
    game: &History<G>,
    limits: &Limits,
    control: &mut Control<'_>,
    mate_within: Option<u32>,
) -> SearchResult {
    memory.table.new_search();
    let budget = Budget::new(limits, control, None);
    let mut search = Search::new(memory, game, limits, control, budget);
    search.mate_within = mate_within;
    search.run(game, limits)
}

impl<'e, 'c, 'o, G: Game> Search<'e, 'c, 'o, G> {
    fn new(
        memory: &'e mut Memory<G>,
        game: &History<G>,
        limits: &Limits,
        control: &'c mut Control<'o>,
        budget: Budget,
    ) -> Self {
        memory.histories.age();
        Search {
            memory,
            budget,
            control,
            path: Path::of(game, limits.draw_score),
            plies: vec![
                PlyState {
                    eval: UNKNOWN,
                    arrived: None
                };
                MAX_PLY + 2
            ],
            moves: Vec::with_capacity(4_096),
            tried: Vec::with_capacity(1_024),
            lines: vec![Vec::new(); MAX_PLY + 2],
            root_depth: 0,
            deepest: 0,
            mate_within: None,
        }
    }
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Plays a move on a copy of the position and enters it on the path.
    fn play(&mut self, child: &mut Position<G>, mv: Move, ply: usize) {
        child.play_unchecked(mv);
        self.memory.table.prefetch(child.key());
        let man = child.piece_at(mv.to());
        self.plies[ply].arrived = man.map(|man| Arrived::new(man, mv.to()));
        self.path.push(child);
    }

    /// What arrived by the last move and by the one before.
    fn before(&self, ply: usize) -> Before {
        let arrived = |back: usize| ply.checked_sub(back).and_then(|at| self.plies[at].arrived);
        [arrived(1), arrived(2)]
    }

    fn last_arrival(&self, ply: usize) -> Arrival {
        self.before(ply)[0]
    }

    /// `mv` is best at `ply`, followed by the best line of the ply below.
    fn record_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}
