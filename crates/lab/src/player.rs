//! Who can be made to play.

use komadai_engine::{AnyEngine, Control, Level, Limits};
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
    limits: Limits,
}

/// Plenty for the searches of a game, quick to clear.
const MEGABYTES: usize = 4;

impl Seat {
    pub(crate) fn new(game: GameId, player: Player, limits: Limits) -> Self {
        Seat {
            player,
            engine: AnyEngine::new(game, MEGABYTES),
            limits,
        }
    }

    /// Before each game.
    pub(crate) fn sit_down(&mut self) {
        self.engine.clear();
    }

    /// The player's move; `seed` settles what it leaves to chance.
    pub(crate) fn choose(&mut self, game: &AnyGame, seed: u64) -> Option<Move> {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut pick = |n: usize| (luck.next_u64() % n as u64) as usize;
        match self.player {
            Player::Level(level) => {
                let mut control = Control::default();
                self.engine
                    .choose(level, game, seed, &self.limits, &mut control)
                    .best
            }
            Player::TwoPly => two_ply(&mut self.engine, game, &mut pick),
            Player::Random => {
                let moves = game.legal_moves().sorted();
                (!moves.is_empty()).then(|| moves[pick(moves.len())])
            }
        }
    }
}
