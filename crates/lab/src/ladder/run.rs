//! Playing a ladder's missing games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::file::{LadderError, LadderFile, LadderGame};
use super::plan::{LadderPlan, Pairing};
use crate::games::{GameRecord, GamesError, HASH_MB, play_one};
use crate::player::ActivePlayer;
use crate::pool::{Delivery, Pool};

/// Plays the games missing in the file, until it has all of them or `stop` is set. `progress` is called
/// with each game and the number of those left.
///
/// # Errors
/// If the file can't be written, a player makes an illegal move or none, and on `stop`.
pub fn run_ladder(
    plan: &LadderPlan,
    file: &mut LadderFile,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&LadderGame, usize),
) -> Result<(), LadderError> {
    let mut missing = Vec::new();
    // All pairings advance together, so that ratings are roughly known early.
    for index in 0..plan.games {
        for pairing in plan.pairings() {
            if !file.has(&pairing.a.to_string(), &pairing.b.to_string(), index) {
                missing.push((pairing, index));
            }
        }
    }
    let mut left = missing.len();
    let pool = Pool {
        name: "ladder",
        workers: plan.concurrency.max(1),
        jobs: missing.len(),
        delivery: Delivery::AsCompleted,
        stop,
    };
    let start = || {
        Ok(|job: usize, _: &AtomicBool| -> Result<_, LadderError> {
            let (pairing, index) = &missing[job];
            Ok(Some(play(plan, pairing, *index)?))
        })
    };
    pool.run(start, &mut |_, game: LadderGame| {
        left -= 1;
        progress(&game, left);
        file.append(game)?;
        Ok(ControlFlow::Continue(()))
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
    let mut a = ActivePlayer::new(plan.variant, pairing.a, HASH_MB)?;
    let mut b = ActivePlayer::new(plan.variant, pairing.b, HASH_MB)?;
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
