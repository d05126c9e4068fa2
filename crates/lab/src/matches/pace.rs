//! Comparison of the search speed of two engines.

use komadai_engine::{ClockState, Level, bench_positions};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, SetupRules, VariantId};
use komadai_usi::program::Stopwatch;
use std::sync::atomic::AtomicBool;

use super::contestant::{Answer, Contestant, Fault, SearchRequest, start_contestant};
use super::engine_id::EngineId;
use super::engine_spec::{EngineKind, EngineSpec};
use super::program::StartError;
use super::time_control::TimeControl;
use crate::player::Player;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PacePlan {
    /// The variant; its positions are those of the engine's bench.
    pub variant: VariantId,
    /// The engine whose speed is the numerator of the ratio.
    pub a: EngineSpec,
    pub b: EngineSpec,
    pub nodes: u64,
    /// Searches of each position by each engine.
    pub rounds: u32,
    /// Milliseconds after which an engine counts as stalled.
    pub patience_ms: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum PaceError {
    #[error("at least 1 node must be searched, and 1 round, with a patience of at least 1 ms")]
    EmptyPlan,
    /// Weaker players search fewer nodes than the limit.
    #[error(
        "engine {0}: a player below full strength ignores the number of nodes; give full or a program"
    )]
    NotFullStrength(EngineId),
    #[error("engine {engine}: {source}")]
    Start {
        engine: EngineId,
        source: StartError,
    },
    #[error("engine {engine}, position {position}: {what}")]
    Failed {
        engine: EngineId,
        position: &'static str,
        what: String,
    },
    #[error("interrupted")]
    Interrupted,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaceRound {
    /// In the variant's notation.
    pub position: &'static str,
    /// Nodes per second of `a` and `b`.
    pub speeds: [f64; 2],
    /// A search may have ended before the limit: it found a mate, or reported less than a tenth of the
    /// nodes.
    pub incomplete: bool,
}

/// Medians over complete rounds.
///
/// ```
/// use komadai_lab::{Pace, PaceRound};
/// let round = |a, b, incomplete| PaceRound { position: "startpos", speeds: [a, b], incomplete };
/// let rounds = [round(8.0, 2.0, false), round(6.0, 2.0, false), round(9.0, 1.0, true), round(9.0, 1.8, false)];
/// let pace = Pace::of(&rounds).unwrap();
/// assert_eq!((pace.speeds, pace.ratio, pace.rounds), ([8.0, 2.0], 4.0, 3));
/// let pace = Pace::of(&rounds[..2]).unwrap();
/// assert_eq!((pace.ratio, pace.quartiles), (3.5, [3.25, 3.75]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Median nodes per second of `a` and `b`.
    pub speeds: [f64; 2],
    /// Median ratio of the two speeds of a round.
    pub ratio: f64,
    /// First and third quartile of the ratio.
    pub quartiles: [f64; 2],
    pub rounds: usize,
}

impl Pace {
    /// `None` without a complete round.
    #[must_use]
    pub fn of(rounds: &[PaceRound]) -> Option<Pace> {
        let complete = || rounds.iter().filter(|round| !round.incomplete);
        let sorted = |value: &dyn Fn(&PaceRound) -> f64| {
            let mut values: Vec<f64> = complete().map(value).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let ratios = sorted(&|round| round.speeds[0] / round.speeds[1]);
        if ratios.is_empty() {
            return None;
        }
        let speed = |index: usize| quantile(&sorted(&|round| round.speeds[index]), 0.5);
        Some(Pace {
            speeds: [speed(0), speed(1)],
            ratio: quantile(&ratios, 0.5),
            quartiles: [quantile(&ratios, 0.25), quantile(&ratios, 0.75)],
            rounds: ratios.len(),
        })
    }
}

/// Quantile of sorted values, interpolated linearly.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len() - 1) as f64 * share;
    let (low, high) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    low + (high - low) * place.fract()
}

/// Runs both engines alternately on the bench positions, with cleared tables and equal node limits.
/// `progress` is called after every round.
///
/// # Errors
/// If an engine is a weaker built-in player, can't be started, crashes, stalls or returns no move, and
/// when `stop` is set. Programs are terminated in each case.
pub fn measure_pace(
    plan: &PacePlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&PaceRound),
) -> Result<Vec<PaceRound>, PaceError> {
    if plan.nodes == 0 || plan.rounds == 0 || plan.patience_ms == 0 {
        return Err(PaceError::EmptyPlan);
    }
    for (engine, spec) in [(EngineId::A, &plan.a), (EngineId::B, &plan.b)] {
        if let EngineKind::Internal { player, .. } = spec.kind
            && player != Player::Level(Level::FULL)
        {
            return Err(PaceError::NotFullStrength(engine));
        }
    }
    let rules = RuleSet::default_for(plan.variant);
    let start = |engine, spec| {
        start_contestant(plan.variant, &rules, spec)
            .map_err(|source| PaceError::Start { engine, source })
    };
    let mut a = start(EngineId::A, &plan.a)?;
    let mut b = start(EngineId::B, &plan.b)?;
    let positions = bench_positions()
        .iter()
        .filter(|(variant, _)| *variant == plan.variant);
    let mut all = Vec::new();
    for (number, &(variant, position)) in positions.enumerate() {
        let parsed = AnyPosition::parse(variant, position, SetupRules::Play)
            .expect("the bench's positions are legal; a test of the engine says so");
        let mut board = PacePosition {
            plan,
            game: AnyGame::new(parsed, rules),
            position,
            stop,
        };
        for round in 0..plan.rounds {
            let mut speeds = [0.0; 2];
            let mut incomplete = false;
            let a_first = (number as u32 + round).is_multiple_of(2);
            for engine in if a_first {
                [EngineId::A, EngineId::B]
            } else {
                [EngineId::B, EngineId::A]
            } {
                let contestant = match engine {
                    EngineId::A => &mut a,
                    EngineId::B => &mut b,
                };
                let (speed, short) = board.search(engine, contestant.as_mut())?;
                speeds[usize::from(engine == EngineId::B)] = speed;
                incomplete |= short;
            }
            let round = PaceRound {
                position,
                speeds,
                incomplete,
            };
            progress(&round);
            all.push(round);
        }
    }
    Ok(all)
}

/// Least score of a mate.
const MATE: i32 = 29_000;

struct PacePosition<'a> {
    plan: &'a PacePlan,
    game: AnyGame,
    position: &'static str,
    stop: &'a AtomicBool,
}

impl PacePosition<'_> {
    /// Nodes per second, and `true` if the search may have ended early.
    fn search(
        &mut self,
        engine: EngineId,
        contestant: &mut dyn Contestant,
    ) -> Result<(f64, bool), PaceError> {
        let failed = |what: String| PaceError::Failed {
            engine,
            position: self.position,
            what,
        };
        let broken = |fault: Fault| match fault {
            Fault::Start(source) => PaceError::Start { engine, source },
            Fault::Cancelled => PaceError::Interrupted,
            Fault::Crash(what) | Fault::Stall(what) => failed(what),
            Fault::Late(ms) => failed(format!("it answered after {ms} ms")),
        };
        contestant.new_game(self.stop).map_err(broken)?;
        let request = |time| SearchRequest {
            game: &self.game,
            time,
            clocks: [ClockState::default(); 2],
            seed: 1,
            deadline_ms: self.plan.patience_ms,
            cancel: self.stop,
        };
        // A program may still be preparing for the new game until its first answer.
        contestant
            .think(&request(&TimeControl::Nodes(1)))
            .map_err(broken)?;
        let started = Stopwatch::start();
        let reply = contestant
            .think(&request(&TimeControl::Nodes(self.plan.nodes)))
            .map_err(broken)?;
        let seconds = started.seconds();
        if !matches!(reply.answer, Answer::Move(_)) {
            return Err(failed(format!("no move but {:?}", reply.answer)));
        }
        // The last report may be an iteration or two old.
        let info = &reply.info;
        let mate = info.centipawns.is_some_and(|score| score.abs() >= MATE);
        let few = info.nodes.is_some_and(|nodes| nodes < self.plan.nodes / 10);
        Ok((self.plan.nodes as f64 / seconds, mate || few))
    }
}
