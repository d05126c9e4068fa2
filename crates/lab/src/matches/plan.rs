use komadai_engine::ClockState;
use komadai_rules::{RuleSet, Side, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::adjudication::Adjudication;
use super::engine_id::EngineId;
use super::engine_spec::EngineSpec;
use super::time_control::TimeControl;
use crate::games::MAX_PLIES;
use crate::openings::{Opening, OpeningSet};
use crate::stats::Sprt;

#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    pub variant: VariantId,
    pub rules: RuleSet,
    /// The engine whose results are counted.
    pub a: EngineSpec,
    pub b: EngineSpec,
    pub time: TimeControl,
    /// Milliseconds by which an engine may exceed its time.
    pub margin_ms: u64,
    /// Milliseconds after which an engine without a clock counts as stalled.
    pub patience_ms: u64,
    pub openings: OpeningSet,
    pub seed: u64,
    /// Greatest number of games; each opening is played twice, with the sides exchanged.
    pub games: u32,
    pub concurrency: usize,
    pub sprt: Option<Sprt>,
    pub adjudication: Adjudication,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    #[error(
        "games are played in pairs with the sides exchanged: {0} is not an even number from 2 to \
         {MAX_GAMES}"
    )]
    UnpairedGames(u32),
    #[error("at least 1 game must be played at a time, and at most 1000")]
    Concurrency,
    #[error("the openings are of {found}, the match is of {wanted}")]
    Openings { found: VariantId, wanted: VariantId },
    #[error("{0} leaves no time to think: give at least 1 millisecond, node or ply")]
    NoTime(TimeControl),
    #[error("patience must last at least 1 millisecond")]
    NoPatience,
}

/// Limits the memory of a match.
const MAX_GAMES: u32 = 1_000_000;

impl MatchPlan {
    /// 100 games from these openings, one at a time, with a margin of 100 ms and a patience of a minute.
    #[must_use]
    pub fn new(openings: OpeningSet, a: EngineSpec, b: EngineSpec, time: TimeControl) -> Self {
        let variant = openings.variant();
        MatchPlan {
            variant,
            rules: MatchPlan::default_rules(variant),
            a,
            b,
            time,
            margin_ms: 100,
            patience_ms: 60_000,
            openings,
            seed: 1,
            games: 100,
            concurrency: 1,
            sprt: None,
            adjudication: Adjudication::default(),
        }
    }

    /// Default rules with a limit of 500 plies, so that every game ends.
    #[must_use]
    pub fn default_rules(variant: VariantId) -> RuleSet {
        let mut rules = RuleSet::default_for(variant);
        rules.max_plies = Some(MAX_PLIES);
        rules
    }

    #[must_use]
    pub fn engine(&self, engine: EngineId) -> &EngineSpec {
        match engine {
            EngineId::A => &self.a,
            EngineId::B => &self.b,
        }
    }

    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), PlanError> {
        if !(2..=MAX_GAMES).contains(&self.games) || !self.games.is_multiple_of(2) {
            return Err(PlanError::UnpairedGames(self.games));
        }
        if !(1..=1_000).contains(&self.concurrency) {
            return Err(PlanError::Concurrency);
        }
        if self.openings.variant() != self.variant {
            return Err(PlanError::Openings {
                found: self.openings.variant(),
                wanted: self.variant,
            });
        }
        let nothing = match self.time {
            TimeControl::Clock { .. } => {
                let clock = self.time.start();
                clock.left_ms == 0 && clock.byoyomi_ms == 0
            }
            TimeControl::MoveTimeMs(0) | TimeControl::Nodes(0) | TimeControl::Depth(0) => true,
            _ => false,
        };
        if nothing {
            return Err(PlanError::NoTime(self.time));
        }
        if self.patience_ms == 0 {
            return Err(PlanError::NoPatience);
        }
        Ok(())
    }

    /// The first side in games 0, 2, 4, ….
    #[must_use]
    pub fn side_of_a(number: u32) -> Side {
        if number.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    #[must_use]
    pub fn engine_of(number: u32, side: Side) -> EngineId {
        if side == MatchPlan::side_of_a(number) {
            EngineId::A
        } else {
            EngineId::B
        }
    }

    /// Shuffles the openings by the seed.
    pub(crate) fn opening_order(&self) -> OpeningOrder {
        let mut order: Vec<usize> = (0..self.openings.lines().len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        for last in (1..order.len()).rev() {
            let other = rng.next_u64() % (last as u64 + 1);
            order.swap(last, other as usize);
        }
        OpeningOrder(order)
    }

    /// Milliseconds after which an answer is too late.
    pub(crate) fn deadline_ms(&self, clock: ClockState) -> u64 {
        let budget = self.time.budget_ms(clock);
        budget.map_or(self.patience_ms, |budget| budget + self.margin_ms)
    }
}

/// Openings of the pairs of games; starts again after the last one.
pub(crate) struct OpeningOrder(Vec<usize>);

impl OpeningOrder {
    /// The opening of a game and its index; both games of a pair have the same.
    pub(crate) fn of_game<'a>(&self, plan: &'a MatchPlan, number: u32) -> (usize, &'a Opening) {
        let pair = (number / 2) as usize;
        let index = self.0[pair % self.0.len()];
        (index, &plan.openings.lines()[index])
    }
}
