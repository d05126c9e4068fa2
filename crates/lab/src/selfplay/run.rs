//! Playing the games that a file does not have yet, several at a time.

use komadai_engine::AnyEngine;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use super::file::{SelfPlayError, SelfPlayFile};
use super::plan::SelfPlayPlan;
use super::play::play_one;

/// What a file has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayProgress {
    /// Games there are.
    pub games: u32,
    /// Positions with a score in all games together.
    pub positions: u64,
}

/// Small searches need little memory, and it is cleared before each game.
const MEGABYTES: usize = 1;
/// Deep lines recurse deeply.
const STACK: usize = 16 << 20;
/// How often it is looked whether somebody wants it to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays what the file does not have yet, until it has all games or `stop` is set. Games are written
/// in the order of their numbers, so that the file does not depend on how many are played at the
/// same time; `watch` hears of each.
///
/// # Errors
/// When the file can't be written or the engine makes no legal move, and on `stop`. The file has every game whose predecessors were
/// finished.
pub fn run_self_play(
    plan: &SelfPlayPlan,
    file: &mut SelfPlayFile,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(SelfPlayProgress),
) -> Result<(), SelfPlayError> {
    plan.check()?;
    let next = AtomicU32::new(file.games());
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for index in 0..plan.concurrency {
            let (sender, next, halt) = (sender.clone(), &next, &halt);
            let started = Builder::new()
                .name(format!("self-play {index}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let mut engine = AnyEngine::new(plan.game, MEGABYTES);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= plan.games {
                            return;
                        }
                        let result = match play_one(plan, number, &mut engine, halt) {
                            Ok(Some(played)) => Ok(played),
                            Ok(None) => return,
                            Err(error) => Err(error),
                        };
                        let failed = result.is_err();
                        if sender.send(result).is_err() || failed {
                            return;
                        }
                    }
                });
            if let Err(error) = started {
                halt.store(true, Ordering::Relaxed);
                return Err(SelfPlayError::Thread(error));
            }
        }
        drop(sender);
        // Those that wait for the games before them.
        let mut waiting = BTreeMap::new();
        loop {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            match results.recv_timeout(GLANCE) {
                Ok(Err(error)) => {
                    halt.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                Ok(Ok(played)) => {
                    waiting.insert(played.number, played);
                    while let Some(played) = waiting.remove(&file.games()) {
                        if let Err(error) = file.add(&played) {
                            halt.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                        watch(SelfPlayProgress {
                            games: file.games(),
                            positions: file.positions(),
                        });
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })?;
    match file.games() {
        games if games < plan.games => Err(SelfPlayError::Interrupted { next: games }),
        _ => Ok(()),
    }
}
