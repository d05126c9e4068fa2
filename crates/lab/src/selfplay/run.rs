//! Playing a file's missing games, several at a time.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::file::{SelfPlayError, SelfPlayFile};
use super::game::SelfPlayGame;
use super::plan::SelfPlayPlan;
use super::play::play_one;
use crate::pool::{Delivery, Pool};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayProgress {
    pub games: u32,
    pub positions: u64,
}

/// Hash table size in megabytes: searches are small, and it is cleared before each game.
const HASH_MB: usize = 1;

/// Plays the games missing in the file, until it has all of them or `stop` is set. Games are written in
/// the order of their numbers, so that the file does not depend on the number of threads. `progress` is
/// called after each.
///
/// # Errors
/// If the file can't be written or the engine makes no legal move, and on `stop`. The file then has the
/// games up to the first unfinished one.
pub fn run_self_play(
    plan: &SelfPlayPlan,
    file: &mut SelfPlayFile,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(SelfPlayProgress),
) -> Result<(), SelfPlayError> {
    plan.check()?;
    let first = file.games();
    let pool = Pool {
        name: "self-play",
        workers: plan.concurrency,
        jobs: plan.games.saturating_sub(first) as usize,
        delivery: Delivery::InOrder,
        stop,
    };
    let start = || {
        let mut engine = plan.engine(HASH_MB)?;
        Ok(move |job: usize, cancel: &AtomicBool| {
            play_one(plan, first + job as u32, &mut engine, cancel)
        })
    };
    pool.run(start, &mut |_, game: SelfPlayGame| {
        file.append(&game)?;
        progress(SelfPlayProgress {
            games: file.games(),
            positions: file.positions(),
        });
        Ok::<_, SelfPlayError>(ControlFlow::Continue(()))
    })?;
    match file.games() {
        games if games < plan.games => Err(SelfPlayError::Interrupted { next: games }),
        _ => Ok(()),
    }
}
