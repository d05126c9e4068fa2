//! Generation of mate problems from the ends of fast self-play games.

use komadai_engine::{AnyEngine, Control, Limits};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::prove::Prover;
use super::{MateProblem, MateSet, MatesError, is_mate_length};

use crate::evaluated_engine::classical_engine;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatesPlan {
    pub variant: VariantId,
    /// Plies to the mate: an odd number.
    pub plies: u32,
    pub count: usize,
    pub seed: u64,
}

/// Hash table size in megabytes: the searches are small.
const HASH_MB: usize = 1;
const RANDOM_MOVES: u32 = 8;
/// Nodes of each search: few, so that the games differ.
const NODES: u64 = 150;
const MAX_PLIES: usize = 300;
/// Positions examined before the end of a game.
const TAIL: usize = 16;
/// Positions examined for longer mates.
const LONG_TAIL: usize = 40;

/// Generates problems, at most one from each game. `progress` is called with their number after each;
/// `stop` ends it early.
///
/// # Errors
/// If `plies` is no length of a mate, without memory for an engine, and on `stop`.
pub fn generate_mates(
    plan: &MatesPlan,
    command: &str,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<MateSet, MatesError> {
    if !is_mate_length(plan.plies) {
        return Err(MatesError::Plies(plan.plies));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut engine = classical_engine(plan.variant, HASH_MB)?;
    let mut prover = Prover::new(plan.variant, plan.plies)?;
    let mut seen = HashSet::new();
    let mut problems = Vec::new();
    while problems.len() < plan.count {
        if stop.load(Ordering::Relaxed) {
            return Err(MatesError::Interrupted);
        }
        let positions = play(plan.variant, &mut engine, &mut rng);
        let tail = positions
            .iter()
            .rev()
            .take(if plan.plies > 7 { LONG_TAIL } else { TAIL });
        let problem = tail
            .filter_map(|position| problem(position, &mut prover))
            .find(|problem| seen.insert(problem.position.key()));
        if let Some(problem) = problem {
            problems.push(problem);
            progress(problems.len());
        }
    }
    Ok(MateSet {
        variant: plan.variant,
        plies: plan.plies,
        command: command.into(),
        problems,
    })
}

fn play(variant: VariantId, engine: &mut AnyEngine, rng: &mut ChaCha8Rng) -> Vec<AnyPosition> {
    let start = AnyPosition::start(variant);
    let mut played = AnyGame::new(start, RuleSet::default_for(variant));
    let mut positions = vec![start];
    engine.clear();
    for ply in 0..MAX_PLIES {
        if played.outcome().is_some() {
            break;
        }
        let moves = played.legal_moves().sorted();
        let random = moves[rng.next_u64() as usize % moves.len()];
        let mv = if ply < RANDOM_MOVES as usize {
            random
        } else {
            let limits = Limits::nodes(NODES);
            let found = engine.search(&played, &limits, &mut Control::default());
            let found = found.expect("the engine is of this game");
            found.best.unwrap_or(random)
        };
        if played.play(mv).is_err() {
            break;
        }
        positions.push(played.position());
    }
    positions
}

/// The problem of a position whose mate has exactly the prover's length.
fn problem(position: &AnyPosition, prover: &mut Prover) -> Option<MateProblem> {
    let moves = prover.solutions(position);
    (!moves.is_empty()).then_some(MateProblem {
        position: *position,
        moves,
    })
}
