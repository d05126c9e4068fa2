//! Playing the games that a file does not have yet.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use super::file::{LadderError, LadderFile, LadderGame};
use super::plan::{LadderPlan, Pairing};
use crate::games::{GameRecord, GamesError, MEGABYTES, play_one};
use crate::player::Seat;

/// Deep lines recurse deeply.
const STACK: usize = 16 << 20;
/// How often it is looked whether somebody wants it to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays what the file does not have yet, until it has all games or `stop` is set; `watch` hears of
/// each with the number of those still to be played.
///
/// # Errors
/// When the file can't be written, a player spoils a game, and on `stop`.
pub fn run_ladder(
    plan: &LadderPlan,
    file: &mut LadderFile,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&LadderGame, usize),
) -> Result<(), LadderError> {
    let mut open = Vec::new();
    // The last first: what is taken next stands at the end. Pairings get on side by side, so that
    // ratings are known roughly before they are known well.
    for index in (0..plan.games).rev() {
        for pairing in plan.pairings().into_iter().rev() {
            if !file.has(&pairing.a.to_string(), &pairing.b.to_string(), index) {
                open.push((pairing, index));
            }
        }
    }
    let mut left = open.len();
    let open = Mutex::new(open);
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for number in 0..plan.concurrency.max(1) {
            let (sender, open, halt) = (sender.clone(), &open, &halt);
            let work = move || {
                while !halt.load(Ordering::Relaxed) {
                    let next = open.lock().map_or(None, |mut open| open.pop());
                    let Some((pairing, index)) = next else { return };
                    let result = play(plan, &pairing, index);
                    let failed = result.is_err();
                    if sender.send(result).is_err() || failed {
                        return;
                    }
                }
            };
            let builder = Builder::new()
                .name(format!("ladder {number}"))
                .stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                halt.store(true, Ordering::Relaxed);
                return Err(LadderError::Thread(error));
            }
        }
        drop(sender);
        let mut end = Ok(());
        loop {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            match results.recv_timeout(GLANCE) {
                Ok(Ok(game)) if end.is_ok() => {
                    left -= 1;
                    watch(&game, left);
                    end = file.add(game);
                }
                Ok(Err(error)) if end.is_ok() => end = Err(LadderError::Game(error)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return end,
            }
            if end.is_err() {
                halt.store(true, Ordering::Relaxed);
            }
        }
    })?;
    match left {
        0 => Ok(()),
        _ => Err(LadderError::Interrupted {
            games: file.games().count(),
        }),
    }
}

fn play(plan: &LadderPlan, pairing: &Pairing, index: u32) -> Result<LadderGame, GamesError> {
    let games = plan.games_of(pairing);
    let mut a = Seat::new(plan.game, pairing.a, MEGABYTES);
    let mut b = Seat::new(plan.game, pairing.b, MEGABYTES);
    let GameRecord {
        outcome,
        side_of_a,
        moves,
        ..
    } = play_one(&games, index, &mut a, &mut b)?;
    Ok(LadderGame {
        a: pairing.a.to_string(),
        b: pairing.b.to_string(),
        index,
        half_points: match outcome.winner {
            None => 1,
            Some(winner) if winner == side_of_a => 2,
            Some(_) => 0,
        },
        reason: outcome.reason.to_string(),
        plies: moves.len() as u32,
    })
}
