//! Search: iterative deepening with aspiration windows, principal variation search, quiescence
//! search.
//!
//! | file | content |
//! |---|---|
//! | `iterative_deepening` | iterations, aspiration windows, MultiPV |
//! | `root_move` | root moves and their scores |
//! | `pvs` | principal variation search of a node |
//! | `pruning` | reverse futility pruning, razoring, null-move pruning, move pruning |
//! | `probcut` | ProbCut |
//! | `reductions` | late move reductions, internal iterative reductions |
//! | `extensions` | check extensions, singular extensions, multi-cut |
//! | `quiescence` | quiescence search, delta pruning |
//! | `path` | repetition and other ends of a game without mate |
//! | `time_manager`, `stability` | time management |
//! | `lazy_smp` | parallel search |

mod extensions;
mod iterative_deepening;
mod lazy_smp;
mod path;
mod probcut;
mod pruning;
mod pvs;
mod quiescence;
mod reductions;
mod root_move;
mod stability;
mod thread_data;
mod time_manager;

use komadai_rules::{Game, Move, Position, Variant};

use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::ordering::{PieceTo, PreviousMoves};
use crate::score::SCORE_NONE;
use crate::search_result::SearchResult;
use crate::transposition_table::TranspositionTable;
pub(crate) use lazy_smp::search_with_helpers;
use path::Path;
pub(crate) use thread_data::ThreadData;
use time_manager::TimeManager;

/// Input of a search, shared by its threads.
pub(crate) struct Task<'a, V: Variant> {
    pub(crate) eval: &'a Evaluator<V>,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) game: &'a Game<V>,
    pub(crate) limits: &'a Limits,
    /// Mate search: maximum length of the mate in plies.
    pub(crate) mate_plies: Option<u32>,
}

// A derive would require `V: Clone`.
impl<V: Variant> Clone for Task<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Variant> Copy for Task<'_, V> {}

/// Search stack entry of one ply.
#[derive(Clone, Copy)]
pub(crate) struct StackEntry {
    /// Corrected static evaluation; [`SCORE_NONE`] in check.
    static_eval: i32,
    /// Piece and destination of the move made at this ply; `None` for a null move.
    moved: Option<PieceTo>,
}

impl StackEntry {
    const EMPTY: StackEntry = StackEntry {
        static_eval: SCORE_NONE,
        moved: None,
    };
}

struct Search<'e, 'c, 'o, V: Variant> {
    eval: &'e Evaluator<V>,
    tt: &'e TranspositionTable,
    thread: &'e mut ThreadData<V>,
    control: &'c mut Control<'o>,
    time: TimeManager<'e>,
    path: Path,
    /// Depth of the current iteration.
    root_depth: i32,
    /// Longest line of the current iteration, in plies.
    seldepth: usize,
    mate_plies: Option<u32>,
}

pub(crate) fn search_single<V: Variant>(
    task: Task<'_, V>,
    thread: &mut ThreadData<V>,
    control: &mut Control<'_>,
) -> SearchResult {
    task.tt.new_search();
    let time = TimeManager::new(task.limits, control, None);
    Search::new(task, thread, control, time).run(task.game, task.limits)
}

impl<'e, 'c, 'o, V: Variant> Search<'e, 'c, 'o, V> {
    fn new(
        task: Task<'e, V>,
        thread: &'e mut ThreadData<V>,
        control: &'c mut Control<'o>,
        time: TimeManager<'e>,
    ) -> Self {
        thread.prepare();
        thread.evaluation.begin(task.game.position());
        Search {
            eval: task.eval,
            tt: task.tt,
            thread,
            control,
            time,
            path: Path::of(task.game, task.limits.draw_score),
            root_depth: 0,
            seldepth: 0,
            mate_plies: task.mate_plies,
        }
    }
}

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Makes a move on `child`, a copy of the position, and pushes it on the path.
    fn make_move(&mut self, position: &Position<V>, child: &mut Position<V>, mv: Move, ply: usize) {
        child.play_unchecked(mv);
        self.tt.prefetch(child.key());
        (self.thread.evaluation).play(position, child, mv.to(), ply);
        let piece = child.piece_at(mv.to());
        self.thread.stack[ply].moved = piece.map(|piece| PieceTo::new(piece, mv.to()));
        self.path.push(child);
    }

    /// Static evaluation of the position at `ply`, in centipawns for its side to move.
    fn evaluate(&mut self, position: &Position<V>, ply: usize) -> i32 {
        (self.thread.evaluation).evaluate(self.eval, position, ply)
    }

    /// The last two moves before `ply`, the latest first.
    fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let stack = &self.thread.stack;
        let moved = |back: usize| ply.checked_sub(back).and_then(|at| stack[at].moved);
        [moved(1), moved(2)]
    }

    fn last_move(&self, ply: usize) -> Option<PieceTo> {
        self.previous_moves(ply)[0]
    }

    /// Sets the PV at `ply` to `mv` followed by the PV of the next ply.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.thread.pv_table.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}
