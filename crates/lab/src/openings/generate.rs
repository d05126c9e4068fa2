//! Generation of openings: random legal moves that lead to a balanced position.

use komadai_engine::{AnyEngine, Control, Evaluation, Limits};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Opening, OpeningsError};
use crate::evaluated_engine::engine_with;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
    pub variant: VariantId,
    pub count: usize,
    pub seed: u64,
    pub plies: u32,
    pub nodes: u64,
    /// Greatest absolute score of a balanced position, in centipawns.
    pub max_score: i32,
    pub evaluation: Evaluation,
    /// Rules for the balance of a position: the value of repetition decides it in Minishogi.
    pub rules: RuleSet,
}

impl OpeningsPlan {
    /// 500 openings of the variant's default length, whose score after 20,000 nodes is within 80
    /// centipawns by the default evaluation and rules.
    #[must_use]
    pub fn new(variant: VariantId) -> Self {
        OpeningsPlan {
            variant,
            count: 500,
            seed: 1,
            // Games on larger boards are longer.
            plies: if variant.squares() < 64 { 6 } else { 8 },
            nodes: 20_000,
            max_score: 80,
            evaluation: Evaluation::Default,
            rules: RuleSet::default_for(variant),
        }
    }
}

/// Hash table size in megabytes for quick scores; small, since it is cleared before each.
const QUICK_HASH_MB: usize = 1;
const HASH_MB: usize = 16;
/// Nodes of the search after each move, which rejects blunders.
const QUICK_NODES: u64 = 500;
/// Factor of the greatest score within which a quick score is accepted.
const QUICK_MARGIN: i32 = 2;
/// Random moves tried at each ply before an opening is discarded.
const MOVES_TRIED: usize = 8;
/// Random openings tried per requested opening.
const TRIES: u64 = 200;

/// Quick scores by position key: random openings share their first moves.
type QuickScores = HashMap<u64, i32>;

/// Generates openings that lead to distinct positions. `progress` is called with their number after each;
/// `stop` ends it early.
///
/// # Errors
/// If too few distinct openings are balanced, without memory for an engine, and on `stop`; the error
/// holds the openings found.
pub fn generate_openings(
    plan: &OpeningsPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Opening>, OpeningsError> {
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut quick = engine_with(plan.variant, QUICK_HASH_MB, &plan.evaluation)?;
    let mut judge = engine_with(plan.variant, HASH_MB, &plan.evaluation)?;
    let mut seen = HashSet::new();
    let mut quick_scores = HashMap::new();
    let mut lines = Vec::new();
    let max_tries = TRIES.saturating_mul(plan.count as u64);
    let mut tries = 0;
    while lines.len() < plan.count {
        if stop.load(Ordering::Relaxed) {
            return Err(OpeningsError::Interrupted {
                found: lines,
                wanted: plan.count,
            });
        }
        if tries == max_tries {
            return Err(OpeningsError::TooFew {
                found: lines,
                wanted: plan.count,
                tries,
            });
        }
        tries += 1;
        let Some(game) = random_line(plan, &mut quick, &mut quick_scores, &mut rng) else {
            continue;
        };
        // The key covers board, hands and side to move.
        if !seen.insert(game.position().key()) {
            continue;
        }
        let score = score(&mut judge, &game, plan.nodes);
        if score.abs() <= plan.max_score {
            lines.push(Opening {
                start: game.start(),
                moves: game.moves().to_vec(),
                score,
            });
            progress(lines.len());
        }
    }
    Ok(lines)
}

fn random_line(
    plan: &OpeningsPlan,
    engine: &mut AnyEngine,
    quick_scores: &mut QuickScores,
    rng: &mut ChaCha8Rng,
) -> Option<AnyGame> {
    let mut game = AnyGame::new(AnyPosition::start(plan.variant), plan.rules);
    for _ in 0..plan.plies {
        game = random_step(plan, engine, quick_scores, rng, &game)?;
    }
    Some(game)
}

fn random_step(
    plan: &OpeningsPlan,
    engine: &mut AnyEngine,
    quick_scores: &mut QuickScores,
    rng: &mut ChaCha8Rng,
    game: &AnyGame,
) -> Option<AnyGame> {
    let moves = game.legal_moves().sorted();
    (0..MOVES_TRIED).find_map(|_| {
        let pick = rng.next_u64() % (moves.len() as u64).max(1);
        let mut next = game.clone();
        next.play(*moves.get(pick as usize)?).ok()?;
        if next.outcome().is_some() {
            return None;
        }
        let quick = quick_scores
            .entry(next.position().key())
            .or_insert_with(|| score(engine, &next, QUICK_NODES.min(plan.nodes)));
        (quick.abs() <= plan.max_score.saturating_mul(QUICK_MARGIN)).then_some(next)
    })
}

/// Scores a position with a cleared engine, so that earlier searches have no influence.
fn score(engine: &mut AnyEngine, game: &AnyGame, nodes: u64) -> i32 {
    engine.clear();
    let found = engine.search(game, &Limits::nodes(nodes), &mut Control::default());
    let found = found.expect("the engine is of this game");
    found.score.centipawns()
}
