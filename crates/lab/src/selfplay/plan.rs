//! Everything that decides which games are played.

use komadai_rules::{GameId, RuleSet};
use serde::{Deserialize, Serialize};

use super::game::SelfPlayGame;
use crate::fingerprint::engine_mark;
use crate::matches::WinRule;
use crate::record_file::Record as _;

/// Which games the engine plays against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayPlan {
    /// The game.
    pub game: GameId,
    /// All chance comes from here.
    pub seed: u64,
    /// Positions after which the engine finishes the iteration it is in, for each move: scores of
    /// broken-off iterations would teach less.
    pub nodes: u64,
    /// Random legal moves at the start of each game, at least.
    pub least_random: u32,
    /// Random legal moves at the start of each game, at most.
    pub most_random: u32,
    /// A start worth more than so many centipawns for either side is not played from.
    pub most_start_score: i32,
    /// When a game counts as won before it is.
    pub win: WinRule,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// How many games.
    pub games: u32,
    /// How many games are played at the same time.
    pub concurrency: usize,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfPlayPlanError {
    /// Nobody plays.
    #[error("at least 1 game must be played at a time, and at most 1000")]
    Concurrency,
    /// Nobody may think.
    #[error("the engine needs at least 1 node for a move")]
    NoNodes,
    /// None at all, and all games would be alike; or the least is more than the most.
    #[error("random moves from {least} to {most}: give LEAST-MOST, from 1 to 60")]
    RandomMoves {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The game would be over before it begins, or not fit the file.
    #[error("a game must be allowed more plies than random moves, and at most 60000, not {0}")]
    MaxPlies(u32),
    /// Too many, or none.
    #[error("a file has from 1 to {MOST_GAMES} games, not {0}: other seeds make other files")]
    Games(u32),
}

/// More than one file needs.
const MOST_GAMES: u32 = 1_000_000;

impl SelfPlayPlan {
    /// 400 positions a move, from 6 to 10 random moves after which neither side is ahead by more
    /// than 300 centipawns; a game is over when both sides have seen the same winner 2000
    /// centipawns ahead for three moves each, when a mate is seen, or after 400 plies.
    #[must_use]
    pub fn new(game: GameId, games: u32) -> Self {
        SelfPlayPlan {
            game,
            seed: 1,
            nodes: 400,
            least_random: 6,
            most_random: 10,
            most_start_score: 300,
            win: WinRule {
                score: 2_000,
                moves: 3,
            },
            max_plies: 400,
            games,
            concurrency: 1,
        }
    }

    /// The game's own rules with the plan's limit of plies.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        let mut rules = RuleSet::default_for(self.game);
        rules.max_plies = Some(self.max_plies);
        rules
    }

    /// Whether the plan can be played.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), SelfPlayPlanError> {
        let (least, most) = (self.least_random, self.most_random);
        if !(1..=1_000).contains(&self.concurrency) {
            return Err(SelfPlayPlanError::Concurrency);
        }
        if self.nodes == 0 {
            return Err(SelfPlayPlanError::NoNodes);
        }
        if least == 0 || least > most || most > 60 {
            return Err(SelfPlayPlanError::RandomMoves { least, most });
        }
        if self.max_plies <= most || self.max_plies > 60_000 {
            return Err(SelfPlayPlanError::MaxPlies(self.max_plies));
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            return Err(SelfPlayPlanError::Games(self.games));
        }
        Ok(())
    }
}

/// The first line of a file: all that decides what its games are. How many there are and how many
/// are played at the same time may differ from one start to the next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayHeader {
    /// Version of the format.
    pub komadai_selfplay: u32,
    /// The game's name.
    pub game: String,
    /// All chance comes from here.
    pub seed: u64,
    /// Positions the engine looked at for each move.
    pub nodes: u64,
    /// Whether it then finished its iteration; files that don't say were made without.
    #[serde(default)]
    pub whole_iterations: bool,
    /// The least and the most random moves at the start of each game.
    pub random_moves: [u32; 2],
    /// Centipawns that neither side was ahead by after them.
    pub most_start_score: i32,
    /// When a game counted as won before it was.
    pub win: WinRule,
    /// Plies after which a game was a draw.
    pub max_plies: u32,
    /// A number that differs between engines that search differently.
    pub engine: String,
}

impl SelfPlayHeader {
    /// The header of a plan's file.
    #[must_use]
    pub fn of(plan: &SelfPlayPlan) -> Self {
        SelfPlayHeader {
            komadai_selfplay: SelfPlayGame::VERSION as u32,
            game: plan.game.name().into(),
            seed: plan.seed,
            nodes: plan.nodes,
            whole_iterations: true,
            random_moves: [plan.least_random, plan.most_random],
            most_start_score: plan.most_start_score,
            win: plan.win,
            max_plies: plan.max_plies,
            engine: engine_mark(plan.game),
        }
    }
}
