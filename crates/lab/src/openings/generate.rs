//! Making openings: random legal moves, kept where the engine holds the position for balanced.

use komadai_engine::{AnyEngine, Control, Limits};
use komadai_rules::{AnyGame, AnyPosition, GameId, RuleSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Opening, OpeningsError};

/// Which openings to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsPlan {
    /// The game.
    pub game: GameId,
    /// How many.
    pub count: usize,
    /// All chance comes from here.
    pub seed: u64,
    /// Moves of each.
    pub plies: u32,
    /// Positions the engine looks at to judge one.
    pub nodes: u64,
    /// A position worth more than so many centipawns for either side is not balanced.
    pub most_score: i32,
}

impl OpeningsPlan {
    /// 500 lines of the game's usual length, judged in 20,000 positions as worth no more than 80
    /// centipawns for either side.
    #[must_use]
    pub fn new(game: GameId) -> Self {
        OpeningsPlan {
            game,
            count: 500,
            seed: 1,
            plies: match game {
                GameId::Shogi | GameId::Shogun => 8,
                GameId::Torishogi | GameId::Minishogi => 6,
            },
            nodes: 20_000,
            most_score: 80,
        }
    }
}

/// Small searches need little memory, and it is cleared before each.
const MEGABYTES: usize = 1;
/// Positions looked at after each move: most random moves lose something at once.
const FIRST_LOOK: u64 = 500;
/// A line goes on while the first look finds no more than so many times the allowed score.
const PROMISING: i32 = 2;
/// Random moves tried before a line is given up.
const MOVES_TRIED: usize = 8;
/// Random lines tried for each opening asked for, before it is given up.
const TRIES: u64 = 200;

/// What first looks at positions have found, by their keys: random lines begin alike.
type Looks = HashMap<u64, i32>;

/// Makes openings, no two of which lead to the same position; `progress` hears how many there are
/// after each, `stop` ends it early.
///
/// # Errors
/// When too few different lines are balanced, or on `stop`; the error has those that were found.
pub fn generate_openings(
    plan: &OpeningsPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Opening>, OpeningsError> {
    let mut luck = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut engine = AnyEngine::new(plan.game, MEGABYTES).expect("memory for a small hash table");
    let mut seen = HashSet::new();
    let mut looks = HashMap::new();
    let mut lines = Vec::new();
    let most_tries = TRIES.saturating_mul(plan.count as u64);
    let mut tries = 0;
    while lines.len() < plan.count {
        if stop.load(Ordering::Relaxed) {
            return Err(OpeningsError::Interrupted {
                found: lines,
                wanted: plan.count,
            });
        }
        if tries == most_tries {
            return Err(OpeningsError::TooFew {
                found: lines,
                wanted: plan.count,
                tries,
            });
        }
        tries += 1;
        let Some(game) = random_line(plan, &mut engine, &mut looks, &mut luck) else {
            continue;
        };
        // The key holds board, hands and side to move.
        if !seen.insert(game.position().key()) {
            continue;
        }
        let score = score(&mut engine, &game, plan.nodes);
        if score.abs() <= plan.most_score {
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

/// Random legal moves, none of which seems to lose much at a first look; `None` when the game ended
/// on the way or there was no such move among those tried.
fn random_line(
    plan: &OpeningsPlan,
    engine: &mut AnyEngine,
    looks: &mut Looks,
    luck: &mut ChaCha8Rng,
) -> Option<AnyGame> {
    let rules = RuleSet::default_for(plan.game);
    let mut game = AnyGame::new(AnyPosition::start(plan.game), rules);
    for _ in 0..plan.plies {
        game = random_step(plan, engine, looks, luck, &game)?;
    }
    Some(game)
}

/// The game one random move further.
fn random_step(
    plan: &OpeningsPlan,
    engine: &mut AnyEngine,
    looks: &mut Looks,
    luck: &mut ChaCha8Rng,
    game: &AnyGame,
) -> Option<AnyGame> {
    let moves = game.legal_moves().sorted();
    (0..MOVES_TRIED).find_map(|_| {
        let pick = luck.next_u64() % (moves.len() as u64).max(1);
        let mut next = game.clone();
        next.play(*moves.get(pick as usize)?).ok()?;
        if next.outcome().is_some() {
            return None;
        }
        let first = looks
            .entry(next.position().key())
            .or_insert_with(|| score(engine, &next, FIRST_LOOK.min(plan.nodes)));
        (first.abs() <= plan.most_score.saturating_mul(PROMISING)).then_some(next)
    })
}

/// What the engine thinks of a position. Nothing is remembered from the one before, so that a line
/// is judged the same wherever in the file it stands.
fn score(engine: &mut AnyEngine, game: &AnyGame, nodes: u64) -> i32 {
    engine.clear();
    let found = engine.search(game, &Limits::nodes(nodes), &mut Control::default());
    let found = found.expect("the engine is of this game");
    found.score.centipawns()
}
