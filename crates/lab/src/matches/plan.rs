//! Everything that decides what is played in a match.

use komadai_engine::ClockState;
use komadai_rules::{GameId, RuleSet, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::adjudication::Adjudication;
use super::engine_spec::EngineSpec;
use super::time_control::TimeControl;
use super::who::Who;
use crate::games::MOST_PLIES;
use crate::openings::{Opening, OpeningSet};
use crate::stats::Sprt;

/// A match: who plays whom, how, and until when.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    /// The game.
    pub game: GameId,
    /// The rules, by default the game's own with a limit of 500 plies.
    pub rules: RuleSet,
    /// The player results are counted for.
    pub a: EngineSpec,
    /// Its opponent.
    pub b: EngineSpec,
    /// How long both may think.
    pub time: TimeControl,
    /// Milliseconds by which a player may exceed its time unpunished.
    pub margin_ms: u64,
    /// Milliseconds after which a player has stalled where no clock says so.
    pub patience_ms: u64,
    /// Where games begin.
    pub openings: OpeningSet,
    /// All chance comes from here.
    pub seed: u64,
    /// How many games at most; two with every opening, sides exchanged.
    pub games: u32,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// The test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Which games are ended early.
    pub adjudication: Adjudication,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Half a pair.
    #[error(
        "games come in pairs with the sides exchanged: {0} is not an even number from 2 to \
         {MOST_GAMES}"
    )]
    OddGames(u32),
    /// Nobody plays.
    #[error("at least 1 game must be played at a time, and at most 1000")]
    Concurrency,
    /// The openings are another game's.
    #[error("the openings are of {found}, the match is of {wanted}")]
    Openings {
        /// The game of the openings.
        found: GameId,
        /// The game of the match.
        wanted: GameId,
    },
    /// Nobody may think.
    #[error("{0} leaves no time to think: give at least 1 millisecond, node or ply")]
    NoTime(TimeControl),
    /// Whoever thinks has stalled.
    #[error("patience must last at least 1 millisecond")]
    NoPatience,
}

/// More than a match needs; each takes some memory.
const MOST_GAMES: u32 = 1_000_000;

impl MatchPlan {
    /// 100 games, one at a time, from the built-in openings, 100 ms of margin, a minute of
    /// patience.
    #[must_use]
    pub fn new(openings: OpeningSet, a: EngineSpec, b: EngineSpec, time: TimeControl) -> Self {
        let game = openings.game();
        MatchPlan {
            game,
            rules: MatchPlan::default_rules(game),
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

    /// The game's own rules with a limit of 500 plies, so that every game ends.
    #[must_use]
    pub fn default_rules(game: GameId) -> RuleSet {
        let mut rules = RuleSet::default_for(game);
        rules.max_plies = Some(MOST_PLIES);
        rules
    }

    /// The player in one of the two places.
    #[must_use]
    pub fn engine(&self, who: Who) -> &EngineSpec {
        match who {
            Who::A => &self.a,
            Who::B => &self.b,
        }
    }

    /// Whether the plan can be played.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), PlanError> {
        if !(2..=MOST_GAMES).contains(&self.games) || !self.games.is_multiple_of(2) {
            return Err(PlanError::OddGames(self.games));
        }
        if !(1..=1_000).contains(&self.concurrency) {
            return Err(PlanError::Concurrency);
        }
        if self.openings.game() != self.game {
            return Err(PlanError::Openings {
                found: self.openings.game(),
                wanted: self.game,
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

    /// The side that `a` has in a game: the first in every other one, beginning with game 0.
    #[must_use]
    pub fn side_of_a(number: u32) -> Side {
        if number.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Who has a side in a game.
    #[must_use]
    pub fn who_plays(number: u32, side: Side) -> Who {
        if side == MatchPlan::side_of_a(number) {
            Who::A
        } else {
            Who::B
        }
    }

    /// The order in which the openings come: shuffled by the seed, begun anew when all were used.
    pub(crate) fn order(&self) -> OpeningOrder {
        let mut order: Vec<usize> = (0..self.openings.lines().len()).collect();
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        for last in (1..order.len()).rev() {
            let other = luck.next_u64() % (last as u64 + 1);
            order.swap(last, other as usize);
        }
        OpeningOrder(order)
    }

    /// Milliseconds after which the answer to a move counts no more.
    pub(crate) fn deadline_ms(&self, clock: ClockState) -> u64 {
        let budget = self.time.budget_ms(clock);
        budget.map_or(self.patience_ms, |budget| budget + self.margin_ms)
    }
}

/// Which opening each pair of games begins with.
pub(crate) struct OpeningOrder(Vec<usize>);

impl OpeningOrder {
    /// The number and the moves of a game's opening; both games of a pair have the same.
    pub(crate) fn of_game<'a>(&self, plan: &'a MatchPlan, number: u32) -> (usize, &'a Opening) {
        let pair = (number / 2) as usize;
        let index = self.0[pair % self.0.len()];
        (index, &plan.openings.lines()[index])
    }
}
