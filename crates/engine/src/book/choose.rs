//! Choice of a book move, checked by a short search.

use komadai_rules::{Game, Move, Variant};

use super::{Book, Continuation};
use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;
use crate::search_result::SearchResult;
use crate::skill_rng::SkillRng;

/// Node limit of the search for the best move, which book moves are compared with.
const JUDGE_NODES: u64 = 4_000;
/// Node limit of the search of one book move, to the same depth.
const JUDGED_NODES: u64 = 8_000;
/// Maximum loss of a book move against the best move, in centipawns.
const MARGIN_CP: i32 = 100;
/// Book moves searched before the book is given up for this move.
const MAX_JUDGED: usize = 3;

/// A book move, unless a short search finds a move that is better by more than [`MARGIN_CP`].
pub(crate) fn choose<V: Variant>(
    engine: &mut Engine<V>,
    game: &Game<V>,
    limits: &Limits,
    control: &Control<'_>,
    rng: &mut SkillRng,
) -> Result<Option<SearchResult>, OutOfMemory> {
    match Book::of(V::ID) {
        Some(book) => choose_from(book, engine, game, limits, control, rng),
        None => Ok(None),
    }
}

/// [`choose`] from the given book.
pub(super) fn choose_from<V: Variant>(
    book: &Book,
    engine: &mut Engine<V>,
    game: &Game<V>,
    limits: &Limits,
    control: &Control<'_>,
    rng: &mut SkillRng,
) -> Result<Option<SearchResult>, OutOfMemory> {
    let mut candidates = drawn(book.continuations(game), rng);
    candidates.retain(|&mv| limits.allows_root_move(mv));
    if candidates.is_empty() {
        return Ok(None);
    }
    let mut judge = |root_moves: Vec<Move>, depth: u32, nodes: u64| {
        let limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(nodes)),
            multi_pv: 1,
            root_moves,
            // So few nodes take no time, and with a clock a single legal move is not searched.
            time_ms: None,
            soft_time_ms: None,
            optimum_ms: None,
            ..limits.clone()
        };
        let mut silent = Control {
            now_ms: None,
            stop: control.stop,
            on_info: None,
        };
        engine.search_from_scratch(game, &limits, &mut silent)
    };
    let best = judge(limits.root_moves.clone(), u32::MAX, JUDGE_NODES)?;
    for mv in candidates.into_iter().take(MAX_JUDGED) {
        let found = if best.best == Some(mv) {
            best.clone()
        } else {
            judge(vec![mv], best.depth, JUDGED_NODES)?
        };
        // Too few nodes for a comparison, or stopped.
        if found.depth == 0 || found.depth < best.depth {
            break;
        }
        if found.score.centipawns() >= best.score.centipawns() - MARGIN_CP {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Moves of a randomly drawn plan in the order in which they are tried; the first is drawn from its
/// group.
fn drawn(mut plans: Vec<Continuation>, rng: &mut SkillRng) -> Vec<Move> {
    if plans.is_empty() {
        return Vec::new();
    }
    let mut moves = plans.swap_remove(rng.below(plans.len() as u64) as usize);
    let first = moves.first().map(|&(group, _)| group);
    let any_order = moves.iter().take_while(|&&(group, _)| Some(group) == first);
    let many = any_order.count();
    moves.swap(0, rng.below(many as u64) as usize);
    moves.into_iter().map(|(_, mv)| mv).collect()
}
