use komadai_engine::nnue::Encoding;
use komadai_engine::{AnyEngine, Evaluation, fnv1a};
use komadai_rules::{RuleSet, VariantId};
use serde::{Deserialize, Serialize};

use super::file::SelfPlayError;
use super::game::SelfPlayGame;
use crate::fingerprint::fingerprint_of;
use crate::matches::WinRule;
use crate::record_file::Record as _;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayPlan {
    pub variant: VariantId,
    pub seed: u64,
    pub evaluation: Evaluation,
    /// Soft limit of nodes: a search completes its current iteration, since scores of incomplete
    /// iterations are less accurate.
    pub nodes: u64,
    pub min_random_plies: u32,
    pub max_random_plies: u32,
    /// Greatest absolute score of the position after the random moves, in centipawns.
    pub max_start_score: i32,
    pub win: WinRule,
    /// Plies after which a game is drawn.
    pub max_plies: u32,
    pub games: u32,
    pub concurrency: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfPlayPlanError {
    #[error("at least 1 game must be played at a time, and at most 1000")]
    Concurrency,
    #[error("a net of {found} cannot play {played}")]
    Net { found: VariantId, played: VariantId },
    #[error("the engine needs at least 1 node for a move")]
    NoNodes,
    /// Without random moves all games would be the same.
    #[error("random moves from {min} to {max}: give MIN-MAX, from 1 to 60")]
    RandomMoves { min: u32, max: u32 },
    /// No game could begin, or it would not fit the encoding.
    #[error("a game must be allowed more plies than random moves, and at most 60000, not {0}")]
    MaxPlies(u32),
    #[error(
        "a file has from 1 to {MAX_GAMES} games, not {0}: use another file with another seed for more"
    )]
    Games(u32),
}

const MAX_GAMES: u32 = 1_000_000;

impl SelfPlayPlan {
    /// 400 nodes per move and 6 to 10 random moves, after which the score is within 300 centipawns. A
    /// game ends after 400 plies, when a search finds a mate, or when both sides' scores agree for three
    /// moves each that the same side is 5000 centipawns ahead.
    #[must_use]
    pub fn new(variant: VariantId, games: u32) -> Self {
        SelfPlayPlan {
            variant,
            seed: 1,
            evaluation: Evaluation::Default,
            nodes: 400,
            min_random_plies: 6,
            max_random_plies: 10,
            max_start_score: 300,
            win: WinRule {
                score: 5_000,
                moves: 3,
            },
            max_plies: 400,
            games,
            concurrency: 1,
        }
    }

    #[must_use]
    pub fn rules(&self) -> RuleSet {
        let mut rules = RuleSet::default_for(self.variant);
        rules.max_plies = Some(self.max_plies);
        rules
    }

    /// An engine with the plan's evaluation.
    ///
    /// # Errors
    /// If there is no memory, or the embedded net is damaged.
    pub(super) fn engine(&self, hash_megabytes: usize) -> Result<AnyEngine, SelfPlayError> {
        let mut engine = AnyEngine::new(self.variant, hash_megabytes)?;
        engine.set_evaluation(&self.evaluation)?;
        Ok(engine)
    }

    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), SelfPlayPlanError> {
        let (min, max) = (self.min_random_plies, self.max_random_plies);
        if !(1..=1_000).contains(&self.concurrency) {
            return Err(SelfPlayPlanError::Concurrency);
        }
        if let Evaluation::Net(net) = &self.evaluation
            && net.variant() != self.variant
        {
            return Err(SelfPlayPlanError::Net {
                found: net.variant(),
                played: self.variant,
            });
        }
        if self.nodes == 0 {
            return Err(SelfPlayPlanError::NoNodes);
        }
        if min == 0 || min > max || max > 60 {
            return Err(SelfPlayPlanError::RandomMoves { min, max });
        }
        if self.max_plies <= max || self.max_plies > 60_000 {
            return Err(SelfPlayPlanError::MaxPlies(self.max_plies));
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(SelfPlayPlanError::Games(self.games));
        }
        Ok(())
    }
}

/// The first line of a file: all settings that determine the games. The number of games and of threads
/// may differ between runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayHeader {
    pub komadai_selfplay: u32,
    pub game: String,
    pub seed: u64,
    pub nodes: u64,
    /// `true` if searches completed their iteration; `false` for files of versions without the field.
    #[serde(default)]
    pub whole_iterations: bool,
    /// Least and greatest number of random moves at the start of a game.
    pub random_moves: [u32; 2],
    /// In centipawns, after the random moves.
    #[serde(alias = "most_start_score")]
    pub max_start_score: i32,
    pub win: WinRule,
    pub max_plies: u32,
    /// `classical`, or the fingerprint of a net; `None` for the engine's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    pub engine: String,
}

impl SelfPlayHeader {
    /// # Errors
    /// If the plan's engine can't be made.
    pub fn of(plan: &SelfPlayPlan) -> Result<Self, SelfPlayError> {
        Ok(SelfPlayHeader {
            komadai_selfplay: SelfPlayGame::VERSION as u32,
            game: plan.variant.name().into(),
            seed: plan.seed,
            nodes: plan.nodes,
            whole_iterations: true,
            random_moves: [plan.min_random_plies, plan.max_random_plies],
            max_start_score: plan.max_start_score,
            win: plan.win,
            max_plies: plan.max_plies,
            evaluation: match &plan.evaluation {
                Evaluation::Default => None,
                Evaluation::Classical => Some("classical".into()),
                Evaluation::Net(net) => {
                    let bytes = net.to_bytes(Encoding::Leb128);
                    Some(format!("{:016x}", fnv1a::hash(&bytes)))
                }
            },
            engine: fingerprint_of(&mut plan.engine(1)?)?,
        })
    }
}
