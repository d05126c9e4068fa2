use komadai_engine::Control;
use komadai_usi::program::Stopwatch;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use super::contestant::{Answer, Contestant, Fault, SearchInfo, SearchReply, SearchRequest};
use super::program::StartError;
use crate::player::ActivePlayer;

pub(crate) struct InternalPlayer {
    player: ActivePlayer,
    overhead_ms: u64,
}

impl InternalPlayer {
    pub(crate) fn new(player: ActivePlayer, overhead_ms: u64) -> Self {
        InternalPlayer {
            player,
            overhead_ms,
        }
    }
}

impl Contestant for InternalPlayer {
    fn new_game(&mut self, _: &AtomicBool) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }

    fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, Fault> {
        let started = Stopwatch::start();
        if request.game.declaration_wins() {
            return Ok(SearchReply {
                answer: Answer::Declare,
                used_ms: started.milliseconds(),
                info: SearchInfo::default(),
            });
        }
        let now = || started.milliseconds();
        let side = request.game.position().side_to_move();
        let clock = request.clocks[side.index()];
        let limits = request.time.limits(clock, self.overhead_ms);
        let mut control = Control {
            now_ms: Some(&now),
            stop: Some(request.cancel),
            on_info: None,
        };
        // The engine's state after a panic is cleared before the next game.
        let choice = catch_unwind(AssertUnwindSafe(|| {
            (self.player).choose(request.game, request.seed, &limits, &mut control)
        }))
        .map_err(|_| Fault::Crash("it panicked; its message is on standard error".into()))?
        .map_err(|error| Fault::Start(StartError::OutOfMemory(error)))?;
        if request.cancel.load(Ordering::Relaxed) {
            return Err(Fault::Cancelled);
        }
        let used_ms = started.milliseconds();
        if used_ms > request.deadline_ms {
            return Err(match request.time.budget_ms(clock) {
                Some(_) => Fault::Late(used_ms),
                None => Fault::Stall(format!("no move within {} ms", request.deadline_ms)),
            });
        }
        Ok(SearchReply {
            answer: choice.mv.map_or(Answer::NoMove, Answer::Move),
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
