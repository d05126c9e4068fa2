//! Playing a match's missing games, several at a time.

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

#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Log(#[from] RecordFileError),
    #[error("engine {engine}: {source}")]
    Start {
        engine: EngineId,
        source: StartError,
    },
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Interrupted; the log has all finished games.
    #[error("interrupted; the same command resumes with game {next}")]
    Interrupted {
        /// The first game missing in the log.
        next: u32,
    },
}

#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// The match begins, or resumes after the games in the log.
    Started { standing: &'a Standing },
    Game {
        played: &'a PlayedGame,
        standing: &'a Standing,
    },
}

/// Plays the games missing in the log, until all are played, the sequential test has decided, or `stop`
/// is set. Programs are terminated in each case. `progress` is called at the beginning and after each
/// game.
///
/// # Errors
/// If an engine can't be started or the log can't be written, and on `stop`. The log has every finished
/// game.
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
        // A resumed match would play this game anew.
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

fn start_players(plan: &MatchPlan) -> Result<Players, MatchError> {
    let start = |engine| {
        start_contestant(plan.variant, &plan.rules, plan.engine(engine))
            .map_err(|source| MatchError::Start { engine, source })
    };
    Ok(Players {
        a: start(EngineId::A)?,
        b: start(EngineId::B)?,
    })
}
