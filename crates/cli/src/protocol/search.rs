//! A search in a thread of its own, so that `stop` is heard.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use komadai_engine::{AnyEngine, Bound, Control, Info, Level, Limits, SearchResult};
use komadai_lab::Stopwatch;
use komadai_notation::Dialect;
use komadai_rules::AnyGame;

use super::go::Milliseconds;
use super::info_lines::InfoLines;
use super::show;
use super::wire::Wire;

/// Deep lines recurse deeply.
const STACK: usize = 16 << 20;

/// What to search, and how to say what was found.
pub(super) struct Job {
    pub(super) dialect: Dialect,
    pub(super) game: AnyGame,
    pub(super) limits: Limits,
    pub(super) level: Level,
    pub(super) seed: u64,
    /// Whether chances are told with scores.
    pub(super) show_wdl: bool,
    /// Least time between told iterations.
    pub(super) info_interval: Milliseconds,
    /// The score from which on it resigns.
    pub(super) resigns_at: Option<i32>,
    /// The side to move may declare that its king has entered, and wins.
    pub(super) declares: bool,
    /// Whether a mate is looked for and nothing else (USI's `go mate`).
    pub(super) mate_only: bool,
    /// Plies within which a mate is asked for (UCI's `go mate`).
    pub(super) mate_within: Option<u32>,
}

/// Locks even if a search panicked: what it guarded is replaced then.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While the opponent thinks no time passes.
const PONDERING: u64 = u64::MAX;

/// Through which the command loop steers a search.
struct Gate {
    stop: AtomicBool,
    begun: Stopwatch,
    /// Milliseconds after `begun` at which the clock started, or [`PONDERING`].
    clock_from: AtomicU64,
    /// Whether the answer must wait for `stop` or `ponderhit`.
    held: Mutex<bool>,
    released: Condvar,
    answered: AtomicBool,
}

impl Gate {
    fn now_ms(&self) -> u64 {
        match self.clock_from.load(Ordering::Relaxed) {
            PONDERING => 0,
            from => self.begun.milliseconds().saturating_sub(from),
        }
    }

    fn release(&self) {
        *lock(&self.held) = false;
        self.released.notify_all();
    }

    fn wait_for_release(&self) {
        let mut held = lock(&self.held);
        while *held {
            held = self
                .released
                .wait(held)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A search that has been started.
pub(super) struct Running {
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
}

/// How long the answer is held back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    No,
    UntilStop,
    /// Also the clock stands still until `ponderhit`.
    Ponder,
}

impl Running {
    /// Starts the search; what it finds is written as it comes, `bestmove` at the end.
    pub(super) fn start(
        engine: &Arc<Mutex<AnyEngine>>,
        job: Job,
        hold: Hold,
        wire: &Wire,
    ) -> io::Result<Self> {
        let gate = Arc::new(Gate {
            stop: AtomicBool::new(false),
            begun: Stopwatch::start(),
            clock_from: AtomicU64::new(if hold == Hold::Ponder { PONDERING } else { 0 }),
            held: Mutex::new(hold != Hold::No),
            released: Condvar::new(),
            answered: AtomicBool::new(false),
        });
        let thread = Builder::new()
            .name("search".into())
            .stack_size(STACK)
            .spawn({
                let (engine, gate) = (Arc::clone(engine), Arc::clone(&gate));
                let wire = wire.clone();
                move || {
                    let found = search(&engine, &job, &gate, &wire);
                    gate.wait_for_release();
                    // From here on the next command may start another search.
                    gate.answered.store(true, Ordering::Release);
                    // Nobody may be listening any more; the command loop notices by itself.
                    let _ = wire.say(&answer(&job, found));
                }
            })?;
        Ok(Self { gate, thread })
    }

    /// Whether the answer has not been given yet, nor asked for.
    pub(super) fn goes_on(&self) -> bool {
        !self.gate.answered.load(Ordering::Acquire) && !self.gate.stop.load(Ordering::Relaxed)
    }

    /// Makes it answer as soon as possible.
    pub(super) fn stop(&self) {
        self.gate.stop.store(true, Ordering::Relaxed);
        self.gate.release();
    }

    /// The opponent made the expected move: the clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        let pondering = self.gate.clock_from.load(Ordering::Relaxed) == PONDERING;
        if pondering {
            let now = self.gate.begun.milliseconds();
            self.gate.clock_from.store(now, Ordering::Relaxed);
            self.gate.release();
        }
    }

    /// Stops it if nothing but `stop` or `ponderhit` would ever end it.
    pub(super) fn stop_if_held(&self) {
        if *lock(&self.gate.held) {
            self.stop();
        }
    }

    /// Waits for the answer.
    pub(super) fn join(self) {
        // Panics are caught within the thread.
        let _ = self.thread.join();
    }
}

fn search(engine: &Mutex<AnyEngine>, job: &Job, gate: &Gate, wire: &Wire) -> Option<SearchResult> {
    if job.declares {
        return None;
    }
    let id = job.game.game();
    let now = || gate.now_ms();
    let mut lines = InfoLines::new(job.info_interval);
    let mut on_info = |info: &Info| {
        // Since `go`, not since `ponderhit`: the positions are counted from there too.
        let info = Info {
            time_ms: gate.begun.milliseconds(),
            ..info.clone()
        };
        let line = show::info(job.dialect, id, &info, job.show_wdl);
        if let Some(line) = lines.next(info.rank, info.time_ms, line) {
            let _ = wire.say(&line);
        }
    };
    let mut control = Control {
        now_ms: Some(&now),
        stop: Some(&gate.stop),
        on_info: Some(&mut on_info),
    };
    let mut engine = lock(engine);
    let (game, limits) = (&job.game, &job.limits);
    let found = catch_unwind(AssertUnwindSafe(|| match (job.mate_within, job.level) {
        (Some(plies), _) => engine.search_for_mate(game, plies, limits, &mut control),
        (None, Level::FULL) => engine.search(game, limits, &mut control),
        (None, level) => engine.choose(level, game, job.seed, limits, &mut control),
    }));
    for line in lines.rest() {
        let _ = wire.say(&line);
    }
    found
        .inspect_err(|_| {
            engine.clear();
            let _ = wire.remark("the search failed; please report this position");
        })
        .ok()
}

/// The line that ends a search.
fn answer(job: &Job, found: Option<SearchResult>) -> String {
    let id = job.game.game();
    let text = |mv| job.dialect.move_text(id, mv);
    if job.mate_only {
        // Only a line that ends in mate is an answer.
        let mate = found.and_then(|found| {
            let plies = usize::try_from(found.score.mate_plies()?).ok()?;
            (found.pv.len() == plies).then_some(found.pv)
        });
        return match mate {
            Some(line) => {
                let moves: Vec<String> = line.into_iter().map(text).collect();
                format!("checkmate {}", moves.join(" "))
            }
            None if job.game.position().legal_moves().is_empty() => "checkmate nomate".into(),
            None => "checkmate timeout".into(),
        };
    }
    if job.declares {
        return "bestmove win".into();
    }
    let lost = |found: &SearchResult| {
        let score = found.score.centipawns();
        // Of a score that is no worse than this it isn't known how bad it is.
        found.bound != Bound::Lower && job.resigns_at.is_some_and(|limit| score <= limit)
    };
    if found.as_ref().is_some_and(lost) {
        return format!("bestmove {}", job.dialect.no_move());
    }
    let best = found.as_ref().and_then(|found| found.best);
    // Whatever happened, a legal move is better than none.
    let best = best.or_else(|| job.game.position().legal_moves().first().copied());
    let mut line = match best {
        Some(best) => format!("bestmove {}", text(best)),
        None => format!("bestmove {}", job.dialect.no_move()),
    };
    if let Some(ponder) = found.and_then(|found| found.ponder) {
        line.push_str(&format!(" ponder {}", text(ponder)));
    }
    line
}
