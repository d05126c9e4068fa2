//! Playing the games that a log does not have yet, several at a time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::contestant::start_contestant;
use super::engine_id::EngineId;
use super::log::MatchLog;
use super::plan::{MatchPlan, PlanError};
use super::played::PlayedGame;
use super::program::StartError;
use super::referee::{NoResult, Players, play_game};
use super::standing::Standing;
use crate::pool::{Delivery, Pool, PoolError};
use crate::record_file::RecordFileError;

/// Why a match ended early.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The plan can't be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The log can't be written.
    #[error(transparent)]
    Log(#[from] RecordFileError),
    /// An engine can't be started.
    #[error("engine {engine}: {source}")]
    Start {
        /// Which engine.
        engine: EngineId,
        /// What is wrong.
        source: StartError,
    },
    /// There is no memory for one of our own engines.
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    /// The threads failed.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// It was interrupted; the log has what was finished.
    #[error("interrupted; the same command resumes with game {next}")]
    Interrupted {
        /// The first game that the log does not have.
        next: u32,
    },
}

/// The progress of a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// The match begins, or is resumed after the games in the log.
    Started {
        /// The standing after these games.
        standing: &'a Standing,
    },
    /// A game is over.
    Game {
        /// The game.
        played: &'a PlayedGame,
        /// The standing after it.
        standing: &'a Standing,
    },
}

/// Plays the games of a match that the log does not have yet, until all are played, the test has
/// decided, or `stop` is set. Programs are ended in each case. `progress` is called at the beginning
/// and after each game.
///
/// # Errors
/// When an engine can't be started or the log can't be written, and on `stop`. The log has every
/// game that was finished.
pub fn run_match(
    plan: &MatchPlan,
    log: &mut MatchLog,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(MatchEvent<'_>),
) -> Result<Standing, MatchError> {
    plan.check()?;
    let sprt = plan.sprt.as_ref();
    let mut standing = Standing::default();
    standing.extend(log.games(), plan.games, sprt);
    progress(MatchEvent::Started {
        standing: &standing,
    });
    let missing: Vec<u32> = (0..plan.games)
        .filter(|number| !log.games().contains_key(number))
        .collect();
    if standing.verdict.is_some() || missing.is_empty() {
        return Ok(standing);
    }
    let pool = Pool {
        name: "game",
        workers: plan.concurrency,
        jobs: missing.len(),
        delivery: Delivery::AsCompleted,
        stop,
    };
    let order = plan.opening_order();
    let start = || {
        let mut players = start_players(plan)?;
        let (order, missing) = (&order, &missing);
        Ok(move |job: usize, cancel: &AtomicBool| {
            match play_game(plan, order, missing[job], &mut players, cancel) {
                Ok(played) => Ok(Some(played)),
                Err(NoResult::Cancelled) => Ok(None),
                Err(NoResult::Start(engine, source)) => Err(MatchError::Start { engine, source }),
            }
        })
    };
    pool.run(start, &mut |_, played: PlayedGame| {
        // A match that is resumed would have played this game anew.
        if stop.load(Ordering::Relaxed) {
            return Ok(ControlFlow::Break(()));
        }
        log.append(played.clone())?;
        standing.extend(log.games(), plan.games, sprt);
        progress(MatchEvent::Game {
            played: &played,
            standing: &standing,
        });
        Ok::<_, MatchError>(match standing.verdict {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        })
    })?;
    let next = (0..plan.games).find(|number| !log.games().contains_key(number));
    match next {
        Some(next) if standing.verdict.is_none() => Err(MatchError::Interrupted { next }),
        _ => Ok(standing),
    }
}

/// A pair of engines for one thread.
fn start_players(plan: &MatchPlan) -> Result<Players, MatchError> {
    let start = |engine| {
        start_contestant(plan.game, &plan.rules, plan.engine(engine))
            .map_err(|source| MatchError::Start { engine, source })
    };
    Ok(Players {
        a: start(EngineId::A)?,
        b: start(EngineId::B)?,
    })
}
