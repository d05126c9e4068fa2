//! Who meets whom, and how often.

use komadai_engine::Level;
use komadai_rules::GameId;
use serde::{Deserialize, Serialize};

use crate::fingerprint::engine_mark;
use crate::games::{GamesPlan, MOST_PLIES, mix};
use crate::player::Player;
use crate::record_file::Record as _;

use super::file::{LadderError, LadderGame};

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The first.
    pub a: Player,
    /// The second.
    pub b: Player,
}

/// Matches of players of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderPlan {
    /// The game.
    pub game: GameId,
    /// The players, about from the weakest to the strongest.
    pub players: Vec<Player>,
    /// Games of each pairing; each opening is played twice with the sides exchanged.
    pub games: u32,
    /// All chance comes from here.
    pub seed: u64,
    /// How many games are played at the same time.
    pub concurrency: usize,
}

impl LadderPlan {
    /// The random player and all numbered levels: 100 games a pairing.
    #[must_use]
    pub fn levels(game: GameId) -> Self {
        let levels = (1..=Level::COUNT).filter_map(Level::numbered);
        LadderPlan {
            game,
            players: [Player::Random]
                .into_iter()
                .chain(levels.map(Player::Level))
                .collect(),
            games: 100,
            seed: 1,
            concurrency: 1,
        }
    }

    /// Whether the plan can be played.
    ///
    /// # Errors
    /// When somebody is there twice, or the two-ply player is, from which ratings count.
    pub fn check(&self) -> Result<(), LadderError> {
        for (index, player) in self.players.iter().enumerate() {
            if *player == Player::TwoPly {
                return Err(LadderError::Reference);
            }
            if self.players[..index].contains(player) {
                return Err(LadderError::Duplicate(*player));
            }
        }
        Ok(())
    }

    /// Everybody meets the next two, and the two-ply player, from which ratings count, meets the
    /// weaker ones but for the random player: those who win every game against it tell nothing.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for (index, &a) in self.players.iter().enumerate() {
            for &b in self.players.iter().skip(index + 1).take(2) {
                pairings.push(Pairing { a, b });
            }
            if a != Player::Random && index <= MEET_TWO_PLY {
                pairings.push(Pairing {
                    a,
                    b: Player::TwoPly,
                });
            }
        }
        pairings
    }

    /// The games of a pairing. They depend on who meets, not on who else is there.
    pub(super) fn games_of(&self, pairing: &Pairing) -> GamesPlan {
        let mut plan = GamesPlan::new(self.game, pairing.a, pairing.b, self.games);
        plan.seed = mix(self.seed, 1);
        plan
    }
}

/// So many players of a ladder meet the two-ply player.
const MEET_TWO_PLY: usize = 8;

/// The first line of the file: all that decides how the games of a pairing go. Players, and how many
/// games there are, may differ from one start to the next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LadderHeader {
    pub(super) komadai_levels: u32,
    pub(super) game: String,
    pub(super) seed: u64,
    pub(super) max_plies: u32,
    /// How the numbered levels play, the weakest first: games name them by their numbers.
    pub(super) levels: Vec<String>,
    /// A number that differs between engines that search differently.
    pub(super) engine: String,
}

impl LadderHeader {
    pub(super) fn of(plan: &LadderPlan) -> Self {
        LadderHeader {
            komadai_levels: LadderGame::VERSION as u32,
            game: plan.game.name().into(),
            seed: plan.seed,
            max_plies: MOST_PLIES,
            levels: (1..=Level::COUNT)
                .filter_map(|number| Level::numbered(number)?.skill(plan.game))
                .map(|skill| skill.to_string())
                .collect(),
            engine: engine_mark(plan.game),
        }
    }
}
