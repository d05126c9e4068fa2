//! Players of a ladder and their pairings.

use komadai_engine::{Level, OutOfMemory};
use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::fingerprint::engine_fingerprint;
use crate::games::{GamesPlan, MAX_PLIES, derive_seed};
use crate::player::Player;
use crate::record_file::JsonRecord;

use super::file::{LadderError, LadderGame};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub a: Player,
    pub b: Player,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderPlan {
    pub variant: VariantId,
    /// Ordered roughly from the weakest to the strongest.
    pub players: Vec<Player>,
    /// Games of each pairing; each opening is played twice, with the sides exchanged.
    pub games: u32,
    pub seed: u64,
    pub concurrency: usize,
}

impl LadderPlan {
    /// The random player and all numbered levels, 100 games per pairing.
    #[must_use]
    pub fn levels(variant: VariantId) -> Self {
        let levels = (0..=Level::HIGHEST).filter_map(Level::numbered);
        LadderPlan {
            variant,
            players: [Player::Random]
                .into_iter()
                .chain(levels.map(Player::Level))
                .collect(),
            games: 100,
            seed: 1,
            concurrency: 1,
        }
    }

    /// # Errors
    /// If a player is listed twice, or the two-ply player is listed.
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

    /// Pairs each player with the next two. The two-ply player, the reference of the ratings, meets the
    /// weaker ones except the random player: games with a certain result carry no information.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for (index, &a) in self.players.iter().enumerate() {
            for &b in self.players.iter().skip(index + 1).take(2) {
                pairings.push(Pairing { a, b });
            }
            if a != Player::Random && index <= LAST_AGAINST_TWO_PLY {
                pairings.push(Pairing {
                    a,
                    b: Player::TwoPly,
                });
            }
        }
        pairings
    }

    pub(super) fn games_of(&self, pairing: &Pairing) -> GamesPlan {
        let mut plan = GamesPlan::new(self.variant, pairing.a, pairing.b, self.games);
        plan.seed = derive_seed(self.seed, 1);
        plan
    }
}

const LAST_AGAINST_TWO_PLY: usize = 9;

/// The first line of the file: all settings that determine the games. The players and the number of games
/// may differ between runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LadderHeader {
    pub(super) komadai_levels: u32,
    pub(super) game: String,
    pub(super) seed: u64,
    pub(super) max_plies: u32,
    /// Skills of the numbered levels, the weakest first: games refer to levels by number.
    pub(super) levels: Vec<String>,
    pub(super) engine: String,
}

impl LadderHeader {
    pub(super) fn of(plan: &LadderPlan) -> Result<Self, OutOfMemory> {
        Ok(LadderHeader {
            komadai_levels: <LadderGame as JsonRecord>::VERSION as u32,
            game: plan.variant.name().into(),
            seed: plan.seed,
            max_plies: MAX_PLIES,
            levels: (0..=Level::HIGHEST)
                .filter_map(|number| Level::numbered(number)?.skill(plan.variant))
                .map(|skill| skill.to_string())
                .collect(),
            engine: engine_fingerprint(plan.variant)?,
        })
    }
}
