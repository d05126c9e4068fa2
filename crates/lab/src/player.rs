use komadai_engine::{AnyEngine, Control, Level, Limits, OutOfMemory, Score, SearchResult, Skill};
use komadai_rules::{AnyGame, Move, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

use crate::two_ply::two_ply;

/// A level of the engine or a reference player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Player {
    Level(Level),
    /// The engine with a custom skill.
    Skill(Skill),
    /// Fixed two-ply search, the reference of ratings; see [`two_ply`].
    TwoPly,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown player; the players are 0 to {}, easy, middle, full, two-ply, random and \
     skill:DEPTH:NODES:ERROR:RANDOM:MISSED:OVERLOOKED",
    Level::HIGHEST
)]
pub struct UnknownPlayer;

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        match text {
            "two-ply" => Ok(Player::TwoPly),
            "random" => Ok(Player::Random),
            other => match other.strip_prefix("skill:") {
                Some(skill) => skill.parse().map(Player::Skill).map_err(|_| UnknownPlayer),
                None => other.parse().map(Player::Level).map_err(|_| UnknownPlayer),
            },
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => write!(f, "{level}"),
            Player::Skill(skill) => write!(f, "skill:{skill}"),
            Player::TwoPly => f.write_str("two-ply"),
            Player::Random => f.write_str("random"),
        }
    }
}

pub(crate) struct ActivePlayer {
    player: Player,
    engine: AnyEngine,
}

pub(crate) struct Choice {
    /// `None` if the game is over.
    pub(crate) mv: Option<Move>,
    /// `None` if the player did not search.
    pub(crate) score: Option<Score>,
    /// Depth of the last finished iteration, in plies.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl ActivePlayer {
    pub(crate) fn new(
        variant: VariantId,
        player: Player,
        hash_megabytes: usize,
    ) -> Result<Self, OutOfMemory> {
        let engine = AnyEngine::new(variant, hash_megabytes)?;
        Ok(ActivePlayer { player, engine })
    }

    pub(crate) fn set_threads(&mut self, threads: usize) -> Result<(), OutOfMemory> {
        self.engine.set_threads(threads)
    }

    /// Clears the engine; to be called before each game.
    pub(crate) fn new_game(&mut self) {
        self.engine.clear();
    }

    /// `seed` determines the random choices.
    pub(crate) fn choose(
        &mut self,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<Choice, OutOfMemory> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut pick = |n: usize| (rng.next_u64() % n as u64) as usize;
        let unsearched = |mv| Choice {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
        };
        let searched = |found: SearchResult| Choice {
            mv: found.best,
            score: Some(found.score),
            depth: found.depth,
            nodes: found.nodes,
        };
        let engine = &mut self.engine;
        Ok(match self.player {
            Player::Level(level) => searched(engine.choose(level, game, seed, limits, control)?),
            Player::Skill(skill) => {
                searched(engine.choose_with_skill(&skill, game, seed, limits, control)?)
            }
            Player::TwoPly => unsearched(two_ply(engine, game, &mut pick)?),
            Player::Random => {
                let moves = game.legal_moves().sorted();
                unsearched((!moves.is_empty()).then(|| moves[pick(moves.len())]))
            }
        })
    }
}
