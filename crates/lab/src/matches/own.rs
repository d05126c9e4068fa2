//! Players within this process.

use komadai_engine::Control;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use super::contestant::{Answer, Contestant, Fault, SearchInfo, Thought, Turn};
use crate::clock::Stopwatch;
use crate::player::Seat;

/// One of our own players.
pub(crate) struct Own {
    seat: Seat,
    overhead_ms: u64,
}

impl Own {
    pub(crate) fn new(seat: Seat, overhead_ms: u64) -> Self {
        Own { seat, overhead_ms }
    }
}

impl Contestant for Own {
    fn new_game(&mut self, _: &AtomicBool) -> Result<(), Fault> {
        self.seat.sit_down();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Fault> {
        let begun = Stopwatch::start();
        if turn.game.declaration_wins() {
            return Ok(Thought {
                answer: Answer::Declare,
                used_ms: begun.milliseconds(),
                info: SearchInfo::default(),
            });
        }
        let now = || begun.milliseconds();
        let side = turn.game.position().side_to_move();
        let clock = turn.clocks[side.index()];
        let limits = turn.time.limits(clock, self.overhead_ms);
        let mut control = Control {
            now_ms: Some(&now),
            stop: Some(turn.halt),
            on_info: None,
        };
        // What a panic leaves behind is cleared before the next game.
        let choice = catch_unwind(AssertUnwindSafe(|| {
            (self.seat).choose(turn.game, turn.seed, &limits, &mut control)
        }))
        .map_err(|_| Fault::Crash("it panicked; its message is on standard error".into()))?;
        if turn.halt.load(Ordering::Relaxed) {
            return Err(Fault::Halted);
        }
        let used_ms = begun.milliseconds();
        if used_ms > turn.deadline_ms {
            return Err(match turn.time.budget_ms(clock) {
                Some(_) => Fault::Late(used_ms),
                None => Fault::Stall(format!("no move within {} ms", turn.deadline_ms)),
            });
        }
        Ok(Thought {
            answer: choice.mv.map_or(Answer::Nothing, Answer::Move),
            used_ms,
            info: SearchInfo {
                score: choice.score.map(|score| score.to_string()),
                centipawns: choice.score.map(|score| score.centipawns()),
                depth: choice.score.map(|_| choice.depth),
                nodes: choice.score.map(|_| choice.nodes),
            },
        })
    }

    fn game_over(&mut self, _: Option<bool>) {}
}
