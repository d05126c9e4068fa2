//! Playing the games that a log does not have yet, several at a time.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use super::log::{LogError, MatchLog};
use super::plan::{MatchPlan, OpeningOrder, PlanError};
use super::played::PlayedGame;
use super::program::StartError;
use super::referee::{NoResult, Table, play_game};
use super::seat::seat;
use super::standing::Standing;
use super::who::Who;

/// Why a match broke off.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The plan can't be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The log can't be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A program can't be started.
    #[error("engine {who}: {source}")]
    Start {
        /// Whose.
        who: Who,
        /// What is wrong.
        source: StartError,
    },
    /// There are no threads to be had.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// It was interrupted; what was finished is in the log.
    #[error("interrupted; the same command goes on with game {next}")]
    Interrupted {
        /// The first game that the log does not have.
        next: u32,
    },
}

/// What somebody who watches a match hears.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// The match begins, or goes on after the games that the log has.
    Begun {
        /// What the log has come to.
        standing: &'a Standing,
    },
    /// A game is over.
    Game {
        /// The game.
        played: &'a PlayedGame,
        /// What the match has come to.
        standing: &'a Standing,
    },
}

/// Deep lines recurse deeply.
const STACK: usize = 16 << 20;
/// How often it is looked whether somebody wants the match to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays what the log of a match does not have yet, until all games are played, the test has
/// decided, or `stop` is set. Programs are ended in each case.
///
/// # Errors
/// When an engine can't be started or the log can't be written, and on `stop`. The log has every
/// game that was finished.
pub fn run_match(
    plan: &MatchPlan,
    log: &mut MatchLog,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(MatchEvent<'_>),
) -> Result<Standing, MatchError> {
    plan.check()?;
    let sprt = plan.sprt.as_ref();
    let mut standing = Standing::default();
    standing.go_on(log.games(), plan.games, sprt);
    watch(MatchEvent::Begun {
        standing: &standing,
    });
    let missing: Vec<u32> = (0..plan.games)
        .filter(|number| !log.games().contains_key(number))
        .collect();
    if standing.verdict.is_some() || missing.is_empty() {
        return Ok(standing);
    }

    let room = Room {
        plan,
        order: plan.order(),
        next: AtomicUsize::new(0),
        halt: AtomicBool::new(false),
        missing,
    };
    let ended = std::thread::scope(|scope| {
        let (sender, results) = channel();
        for index in 0..plan.concurrency.min(room.missing.len()) {
            let (room, sender) = (&room, sender.clone());
            let started = Builder::new()
                .name(format!("game {index}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || room.play(&sender));
            if let Err(error) = started {
                room.halt.store(true, Ordering::Relaxed);
                return Err(MatchError::Thread(error));
            }
        }
        drop(sender);
        let mut error = None;
        loop {
            if stop.load(Ordering::Relaxed) {
                room.halt.store(true, Ordering::Relaxed);
            }
            match results.recv_timeout(GLANCE) {
                Ok(Ok(played)) => {
                    // After the decision, or a failure, nothing is added: a match that goes on
                    // would have played these games anew.
                    if room.halt.load(Ordering::Relaxed) {
                        continue;
                    }
                    if let Err(failure) = log.add(played.clone()) {
                        room.halt.store(true, Ordering::Relaxed);
                        error = Some(failure.into());
                        continue;
                    }
                    standing.go_on(log.games(), plan.games, sprt);
                    watch(MatchEvent::Game {
                        played: &played,
                        standing: &standing,
                    });
                    if standing.verdict.is_some() {
                        room.halt.store(true, Ordering::Relaxed);
                    }
                }
                Ok(Err((who, source))) => {
                    room.halt.store(true, Ordering::Relaxed);
                    error.get_or_insert(MatchError::Start { who, source });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        error.map_or(Ok(()), Err)
    });
    ended?;
    let next = (0..plan.games).find(|number| !log.games().contains_key(number));
    match next {
        Some(next) if standing.verdict.is_none() => Err(MatchError::Interrupted { next }),
        _ => Ok(standing),
    }
}

/// What those who play share.
struct Room<'a> {
    plan: &'a MatchPlan,
    order: OpeningOrder,
    /// The games to play.
    missing: Vec<u32>,
    /// Which of them is the next.
    next: AtomicUsize,
    halt: AtomicBool,
}

type Finished = Result<PlayedGame, (Who, StartError)>;

impl Room<'_> {
    /// Plays one game after another, with a pair of engines of its own.
    fn play(&self, results: &Sender<Finished>) {
        let plan = self.plan;
        let seated = |who, spec| seat(plan.game, &plan.rules, spec).map_err(|error| (who, error));
        let both = seated(Who::A, &plan.a).and_then(|a| Ok((a, seated(Who::B, &plan.b)?)));
        let (mut a, mut b) = match both {
            Ok(both) => both,
            Err(error) => {
                // Nobody listens any more where another thread has failed before.
                let _ = results.send(Err(error));
                return;
            }
        };
        while !self.halt.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&number) = self.missing.get(index) else {
                return;
            };
            let mut table = Table {
                a: a.as_mut(),
                b: b.as_mut(),
            };
            let result = match play_game(self.plan, &self.order, number, &mut table, &self.halt) {
                Ok(played) => Ok(played),
                Err(NoResult::Halted) => return,
                Err(NoResult::Start(who, error)) => Err((who, error)),
            };
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                return;
            }
        }
    }
}
