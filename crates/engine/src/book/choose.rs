//! Following a plan.

use komadai_rules::{Game, Move, Variant};

use super::{Book, Continuation};
use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;
use crate::search_result::SearchResult;
use crate::skill_rng::SkillRng;

/// Nodes of the search that a move of a plan is compared with; its own search is as deep.
const JUDGE_NODES: u64 = 4_000;
/// Nodes of a move's own search.
const JUDGED_NODES: u64 = 8_000;
/// A move of a plan may be worse than the best one by so much, in centipawns.
const MARGIN_CP: i32 = 100;
/// Moves that are judged before the plan is left for this time.
const MAX_JUDGED: usize = 3;

/// The next move of a plan, if a short search finds nothing much better.
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

/// The same with the plans of a given book.
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
            // So few nodes take no time, and with a clock a single move is not searched.
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
        // Too few nodes to judge anything, or stopped.
        if found.depth == 0 || found.depth < best.depth {
            break;
        }
        if found.score.centipawns() >= best.score.centipawns() - MARGIN_CP {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The moves of a plan in the order in which they are tried: of a plan drawn by chance, and within a
/// group in any order.
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
