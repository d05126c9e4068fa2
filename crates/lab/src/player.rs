//! Who can be made to play.

use komadai_engine::{AnyEngine, Control, Level, Limits, Score};
use komadai_rules::{AnyGame, GameId, Move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

use crate::two_ply::two_ply;

/// A player: one of the engine's levels or a yardstick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Player {
    /// One of the engine's levels.
    Level(Level),
    /// The reference player; see [`two_ply`].
    TwoPly,
    /// Any legal move.
    Random,
}

/// No player has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown player; the players are easy, middle, full, two-ply and random")]
pub struct UnknownPlayer;

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        match text {
            "two-ply" => Ok(Player::TwoPly),
            "random" => Ok(Player::Random),
            level => level.parse().map(Player::Level).map_err(|_| UnknownPlayer),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Level(level) => level.name(),
            Player::TwoPly => "two-ply",
            Player::Random => "random",
        })
    }
}

/// A player at a board.
pub(crate) struct Seat {
    player: Player,
    engine: AnyEngine,
}

/// What a player decided on.
pub(crate) struct Choice {
    /// `None` when the game is over.
    pub(crate) mv: Option<Move>,
    /// What it thinks of the position, if it searched.
    pub(crate) score: Option<Score>,
    /// Plies looked ahead.
    pub(crate) depth: u32,
    /// Positions visited.
    pub(crate) nodes: u64,
}

impl Seat {
    pub(crate) fn new(game: GameId, player: Player, hash_megabytes: usize) -> Self {
        Seat {
            player,
            engine: AnyEngine::new(game, hash_megabytes),
        }
    }

    /// Before each game.
    pub(crate) fn sit_down(&mut self) {
        self.engine.clear();
    }

    /// The player's move; `seed` settles what it leaves to chance.
    pub(crate) fn choose(
        &mut self,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Choice {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut pick = |n: usize| (luck.next_u64() % n as u64) as usize;
        let unsearched = |mv| Choice {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
        };
        match self.player {
            Player::Level(level) => {
                let found = self.engine.choose(level, game, seed, limits, control);
                Choice {
                    mv: found.best,
                    score: Some(found.score),
                    depth: found.depth,
                    nodes: found.nodes,
                }
            }
            Player::TwoPly => unsearched(two_ply(&mut self.engine, game, &mut pick)),
            Player::Random => {
                let moves = game.legal_moves().sorted();
                unsearched((!moves.is_empty()).then(|| moves[pick(moves.len())]))
            }
        }
    }
}
