//! Games between two built-in players.

use komadai_engine::{Control, Limits};
use komadai_rules::{AnyGame, AnyPosition, Move, Outcome, PlayError, RuleSet, Side, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::player::{ActivePlayer, Player};
use crate::tally::Tally;

#[derive(Clone, Debug)]
pub struct GamesPlan {
    pub variant: VariantId,
    /// The player whose results are counted. It moves first in games 0, 2, 4, ….
    pub a: Player,
    pub b: Player,
    pub games: u32,
    /// Random legal moves at the start of each game. Two consecutive games share them, with the sides
    /// exchanged, unless both players are the same.
    pub random_plies: u32,
    pub seed: u64,
    pub rules: RuleSet,
    /// Limits of the full level for each move.
    pub limits: Limits,
}

/// Default of [`RuleSet::max_plies`].
pub(crate) const MAX_PLIES: u32 = 500;

/// Hash table size in megabytes: enough for short searches, fast to clear.
pub(crate) const HASH_MB: usize = 4;

impl GamesPlan {
    /// Default rules, 4 random plies, at most 500 plies a game, 10,000 nodes for each move of the full
    /// level.
    #[must_use]
    pub fn new(variant: VariantId, a: Player, b: Player, games: u32) -> Self {
        let mut rules = RuleSet::default_for(variant);
        rules.max_plies = Some(MAX_PLIES);
        GamesPlan {
            variant,
            a,
            b,
            games,
            random_plies: 4,
            seed: 1,
            rules,
            limits: Limits::nodes(10_000),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Number of the game, from 0.
    pub index: u32,
    pub side_of_a: Side,
    pub moves: Vec<Move>,
    pub outcome: Outcome,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GamesError {
    #[error("game {game}, ply {ply}: {player} played an illegal move: {why}; before it {moves:?}")]
    IllegalMove {
        game: u32,
        ply: u32,
        player: Player,
        why: PlayError,
        /// All moves up to the illegal one, in the variant's notation.
        moves: Vec<String>,
    },
    #[error("game {game}, ply {ply}: {player} made no move")]
    NoMove { game: u32, ply: u32, player: Player },
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
}

/// Plays the games of a plan one after another, calling `progress` after each.
///
/// # Errors
/// On the first illegal or missing move, and if there is no memory for an engine; no further games are
/// played.
pub fn play_games(
    plan: &GamesPlan,
    progress: &mut dyn FnMut(&GameRecord),
) -> Result<Tally, GamesError> {
    let mut a = ActivePlayer::new(plan.variant, plan.a, HASH_MB)?;
    let mut b = ActivePlayer::new(plan.variant, plan.b, HASH_MB)?;
    let mut tally = Tally::default();
    for index in 0..plan.games {
        let record = play_one(plan, index, &mut a, &mut b)?;
        progress(&record);
        tally.add(&record);
    }
    Ok(tally)
}

pub(crate) fn play_one(
    plan: &GamesPlan,
    index: u32,
    a: &mut ActivePlayer,
    b: &mut ActivePlayer,
) -> Result<GameRecord, GamesError> {
    let side_of_a = if index.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    };
    let pair = if plan.a == plan.b { index } else { index / 2 };
    let mut game = random_opening(plan, u64::from(pair));
    let mut rng = ChaCha8Rng::seed_from_u64(derive_seed(plan.seed, u64::from(index) << 1 | 1));
    a.new_game();
    b.new_game();
    loop {
        if let Some(outcome) = game.outcome() {
            let moves = game.moves().to_vec();
            return Ok(GameRecord {
                index,
                side_of_a,
                moves,
                outcome,
            });
        }
        let a_to_move = game.position().side_to_move() == side_of_a;
        let (active, player) = if a_to_move {
            (&mut *a, plan.a)
        } else {
            (&mut *b, plan.b)
        };
        let ply = game.ply();
        let chosen = active.choose(&game, rng.next_u64(), &plan.limits, &mut Control::default())?;
        let mv = chosen.mv.ok_or(GamesError::NoMove {
            game: index,
            ply,
            player,
        })?;
        // Under some rules `play` ends the game for an illegal move; here it is an error.
        let why = match game.why_illegal(mv) {
            Some(refusal) => PlayError::Illegal(refusal),
            None => match game.play(mv) {
                Ok(_) => continue,
                Err(error) => error,
            },
        };
        let played = game.moves().iter().chain([&mv]);
        let moves = played
            .map(|&mv| mv.display(plan.variant).to_string())
            .collect();
        return Err(GamesError::IllegalMove {
            game: index,
            ply,
            player,
            why,
            moves,
        });
    }
}

/// A game after its random first moves; drawn again if these end it.
fn random_opening(plan: &GamesPlan, number: u64) -> AnyGame {
    let mut rng = ChaCha8Rng::seed_from_u64(derive_seed(plan.seed, number << 1));
    loop {
        let mut game = AnyGame::new(AnyPosition::start(plan.variant), plan.rules);
        for _ in 0..plan.random_plies {
            let moves = game.legal_moves().sorted();
            if moves.is_empty() {
                break;
            }
            let mv = moves[(rng.next_u64() % moves.len() as u64) as usize];
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Seed of a game, from that of the plan and the game's number.
pub(crate) fn derive_seed(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
