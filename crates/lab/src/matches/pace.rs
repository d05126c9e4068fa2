//! How many positions a second two engines visit, side by side.

use komadai_engine::{ClockState, Level, bench_positions};
use komadai_notation::parse_position;
use komadai_rules::{AnyGame, GameId, RuleSet, SetupRules};
use std::sync::atomic::AtomicBool;

use super::contestant::{Answer, Contestant, Fault, Turn};
use super::engine_spec::{EngineKind, EngineSpec};
use super::program::StartError;
use super::seat::seat;
use super::time_control::TimeControl;
use super::who::Who;
use crate::clock::Stopwatch;
use crate::player::Player;

/// Who is compared, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PacePlan {
    /// The game; its positions are those of the engine's bench.
    pub game: GameId,
    /// The engine whose speed is divided by the other's.
    pub a: EngineSpec,
    /// The other.
    pub b: EngineSpec,
    /// Positions that each is told to visit in each search.
    pub nodes: u64,
    /// How often each of the game's positions is searched by both.
    pub rounds: u32,
    /// Milliseconds after which an engine has stalled.
    pub patience_ms: u64,
}

/// Why the comparison broke off.
#[derive(Debug, thiserror::Error)]
pub enum PaceError {
    /// Nothing to measure.
    #[error("at least 1 node must be searched, and 1 round, with a patience of at least 1 ms")]
    Nothing,
    /// A player of ours that does not search as far as it is told.
    #[error("engine {0}: only full strength searches as far as it is told; give full or a program")]
    NotFull(Who),
    /// A program can't be started.
    #[error("engine {who}: {source}")]
    Start {
        /// Whose.
        who: Who,
        /// What is wrong.
        source: StartError,
    },
    /// It did not find a move.
    #[error("engine {who}, position {position}: {what}")]
    Failed {
        /// Who.
        who: Who,
        /// Where, in the game's notation.
        position: &'static str,
        /// What happened.
        what: String,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// One position searched by both.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaceRound {
    /// The position, in the game's notation.
    pub position: &'static str,
    /// Positions a second of the first engine, of the second.
    pub speeds: [f64; 2],
    /// One of the searches may have ended before its positions were visited: it found a mate, or told
    /// of less than a tenth of them.
    pub cut_short: bool,
}

/// What the rounds come to, those cut short left out.
///
/// ```
/// use komadai_lab::{Pace, PaceRound};
/// let round = |a, b, cut_short| PaceRound { position: "startpos", speeds: [a, b], cut_short };
/// let rounds = [round(8.0, 2.0, false), round(6.0, 2.0, false), round(9.0, 1.0, true), round(9.0, 1.8, false)];
/// let pace = Pace::of(&rounds).unwrap();
/// assert_eq!((pace.speeds, pace.ratio, pace.rounds), ([8.0, 2.0], 4.0, 3));
/// let pace = Pace::of(&rounds[..2]).unwrap();
/// assert_eq!((pace.ratio, pace.middle_half), (3.5, [3.25, 3.75]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Median positions a second of each.
    pub speeds: [f64; 2],
    /// Median of the first engine's speed divided by the second's in the same round.
    pub ratio: f64,
    /// The quarter of the rounds below and above the middle half begin at these ratios.
    pub middle_half: [f64; 2],
    /// How many rounds count.
    pub rounds: usize,
}

impl Pace {
    /// `None` if no round counts.
    #[must_use]
    pub fn of(rounds: &[PaceRound]) -> Option<Pace> {
        let counting = || rounds.iter().filter(|round| !round.cut_short);
        let sorted = |value: &dyn Fn(&PaceRound) -> f64| {
            let mut values: Vec<f64> = counting().map(value).collect();
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
            middle_half: [quantile(&ratios, 0.25), quantile(&ratios, 0.75)],
            rounds: ratios.len(),
        })
    }
}

/// The value below which this share of the sorted values lies, between two of them in proportion; the
/// median for a half.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len() - 1) as f64 * share;
    let (low, high) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    low + (high - low) * place.fract()
}

/// Lets both engines search the positions of the engine's bench with fresh tables, one after the
/// other and who begins by turns, until each has visited as many positions as the plan says. `watch`
/// hears of every round.
///
/// # Errors
/// When an engine is one of our weaker players, can't be started, crashes, stalls or answers with what is no move, and when `stop`
/// is set. Programs are ended in each case.
pub fn measure_pace(
    plan: &PacePlan,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&PaceRound),
) -> Result<Vec<PaceRound>, PaceError> {
    if plan.nodes == 0 || plan.rounds == 0 || plan.patience_ms == 0 {
        return Err(PaceError::Nothing);
    }
    for (who, spec) in [(Who::A, &plan.a), (Who::B, &plan.b)] {
        if let EngineKind::Own { player, .. } = spec.kind
            && player != Player::Level(Level::FULL)
        {
            return Err(PaceError::NotFull(who));
        }
    }
    let rules = RuleSet::default_for(plan.game);
    let seated = |who, spec| {
        seat(plan.game, &rules, spec).map_err(|source| PaceError::Start { who, source })
    };
    let mut a = seated(Who::A, &plan.a)?;
    let mut b = seated(Who::B, &plan.b)?;
    let positions = bench_positions()
        .iter()
        .filter(|(game, _)| *game == plan.game);
    let mut all = Vec::new();
    for (number, &(game, position)) in positions.enumerate() {
        let parsed = parse_position(game, position, SetupRules::Play)
            .expect("the bench's positions are legal; a test of the engine says so");
        let mut board = Board {
            plan,
            game: AnyGame::new(parsed, rules),
            position,
            stop,
        };
        for round in 0..plan.rounds {
            let mut speeds = [0.0; 2];
            let mut cut_short = false;
            let a_first = (number as u32 + round).is_multiple_of(2);
            for who in if a_first {
                [Who::A, Who::B]
            } else {
                [Who::B, Who::A]
            } {
                let contestant = match who {
                    Who::A => &mut a,
                    Who::B => &mut b,
                };
                let (speed, short) = board.search(who, contestant.as_mut())?;
                speeds[usize::from(who == Who::B)] = speed;
                cut_short |= short;
            }
            let round = PaceRound {
                position,
                speeds,
                cut_short,
            };
            watch(&round);
            all.push(round);
        }
    }
    Ok(all)
}

/// From here up a score is a mate or as good as one.
const MATE: i32 = 29_000;

/// A position that is searched.
struct Board<'a> {
    plan: &'a PacePlan,
    game: AnyGame,
    position: &'static str,
    stop: &'a AtomicBool,
}

impl Board<'_> {
    /// Positions a second, and whether the search was cut short.
    fn search(
        &mut self,
        who: Who,
        contestant: &mut dyn Contestant,
    ) -> Result<(f64, bool), PaceError> {
        let failed = |what: String| PaceError::Failed {
            who,
            position: self.position,
            what,
        };
        let spoiled = |fault: Fault| match fault {
            Fault::Start(source) => PaceError::Start { who, source },
            Fault::Halted => PaceError::Interrupted,
            Fault::Crash(what) | Fault::Stall(what) => failed(what),
            Fault::Late(ms) => failed(format!("its answer came after {ms} ms")),
        };
        contestant.new_game(self.stop).map_err(spoiled)?;
        let turn = |time| Turn {
            game: &self.game,
            time,
            clocks: [ClockState::default(); 2],
            seed: 1,
            deadline_ms: self.plan.patience_ms,
            halt: self.stop,
        };
        // Whatever a program still has to do for a new game is done before the first answer.
        contestant
            .think(&turn(&TimeControl::Nodes(1)))
            .map_err(spoiled)?;
        let begun = Stopwatch::start();
        let thought = contestant
            .think(&turn(&TimeControl::Nodes(self.plan.nodes)))
            .map_err(spoiled)?;
        let seconds = begun.seconds();
        if !matches!(thought.answer, Answer::Move(_)) {
            return Err(failed(format!("no move but {:?}", thought.answer)));
        }
        // The last info may be an iteration or two old.
        let info = &thought.info;
        let mate = info.centipawns.is_some_and(|score| score.abs() >= MATE);
        let few = info.nodes.is_some_and(|nodes| nodes < self.plan.nodes / 10);
        Ok((self.plan.nodes as f64 / seconds, mate || few))
    }
}
