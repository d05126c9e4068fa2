//! A search in its own thread, while the command loop reads `stop`.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use komadai_engine::{AnyEngine, Control, Info, Level, MateControl, MateOutcome, SearchResult};
use komadai_uci::EngineMessage;

use crate::answer::{Found, answer, info};
use crate::info_throttle::InfoThrottle;
use crate::job::{Hold, Job};
use crate::mate_search::{self, Solver};
use crate::output::Output;
use crate::stopwatch::Stopwatch;

/// Large, since deep lines recurse deeply.
const STACK_SIZE: usize = 16 << 20;

/// Locks a possibly poisoned mutex: the state of a panicked search is replaced.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Value of `clock_from_ms` while the engine ponders and its clock does not run.
const PONDERING: u64 = u64::MAX;

struct SearchControl {
    stop: AtomicBool,
    begun: Stopwatch,
    /// Milliseconds from `begun` to the start of the clock, or [`PONDERING`].
    clock_from_ms: AtomicU64,
    /// `true` if the answer must wait for `stop` or `ponderhit`.
    held: Mutex<bool>,
    released: Condvar,
    answered: AtomicBool,
    /// Set when another search takes over: this one sends no answer.
    discarded: AtomicBool,
}

impl SearchControl {
    fn new(hold: Hold) -> Self {
        let clock_from_ms = if hold == Hold::Ponder { PONDERING } else { 0 };
        Self {
            stop: AtomicBool::new(false),
            begun: Stopwatch::start(),
            clock_from_ms: AtomicU64::new(clock_from_ms),
            held: Mutex::new(hold != Hold::No),
            released: Condvar::new(),
            answered: AtomicBool::new(false),
            discarded: AtomicBool::new(false),
        }
    }

    fn now_ms(&self) -> u64 {
        match self.clock_from_ms.load(Ordering::Relaxed) {
            PONDERING => 0,
            from => self.begun.milliseconds().saturating_sub(from),
        }
    }

    fn release(&self) {
        *lock(&self.held) = false;
        self.released.notify_all();
    }

    fn wait_for_release(&self) {
        let held = self.released.wait_while(lock(&self.held), |held| *held);
        drop(held.unwrap_or_else(PoisonError::into_inner));
    }
}

pub(crate) struct Running {
    control: Arc<SearchControl>,
    thread: JoinHandle<()>,
    ends_by_itself: bool,
}

impl Running {
    /// Starts the search. Reports are sent as they come, `bestmove` at the end; then `on_end` is
    /// called.
    pub(crate) fn start(
        engine: &Arc<Mutex<AnyEngine>>,
        solver: &Arc<Mutex<Solver>>,
        job: Job,
        output: &Output,
        on_end: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::new(SearchControl::new(job.hold));
        let ends_by_itself = job.hold == Hold::No && !job.limits.is_unlimited();
        let thread = Builder::new()
            .name("search".into())
            .stack_size(STACK_SIZE)
            .spawn({
                let (engine, solver) = (Arc::clone(engine), Arc::clone(solver));
                let control = Arc::clone(&control);
                let output = output.clone();
                move || {
                    let found = find(&engine, &solver, &job, &control, &output);
                    control.wait_for_release();
                    // From here on the next command may start another search.
                    control.answered.store(true, Ordering::Release);
                    if !control.discarded.load(Ordering::Relaxed) {
                        // If the output is closed, the command loop will notice.
                        let _ = output.send(&answer(&job, found), job.protocol);
                    }
                    on_end();
                }
            })?;
        Ok(Self {
            control,
            thread,
            ends_by_itself,
        })
    }

    /// `true` if the search is running and will end without `stop` or `ponderhit`.
    pub(crate) fn will_end(&self) -> bool {
        self.ends_by_itself && self.is_searching()
    }

    /// `true` if the clock does not run until `ponderhit`.
    pub(crate) fn is_pondering(&self) -> bool {
        let clock_from = &self.control.clock_from_ms;
        self.is_searching() && clock_from.load(Ordering::Relaxed) == PONDERING
    }

    pub(crate) fn discard(self) {
        self.control.discarded.store(true, Ordering::Relaxed);
        self.stop();
        self.join();
    }

    /// `true` until the answer has been sent or requested.
    pub(crate) fn is_searching(&self) -> bool {
        let control = &self.control;
        !control.answered.load(Ordering::Acquire) && !control.stop.load(Ordering::Relaxed)
    }

    /// Makes the search answer as soon as possible.
    pub(crate) fn stop(&self) {
        self.control.stop.store(true, Ordering::Relaxed);
        self.control.release();
    }

    /// The opponent made the expected move: starts the clock.
    pub(crate) fn ponder_hit(&self) {
        if self.is_pondering() {
            let since_ms = self.control.begun.milliseconds();
            let clock_from = &self.control.clock_from_ms;
            clock_from.store(since_ms, Ordering::Relaxed);
            self.control.release();
        }
    }

    /// Stops the search if only `stop` or `ponderhit` would end it.
    pub(crate) fn stop_if_held(&self) {
        let is_held = *lock(&self.control.held);
        if is_held {
            self.stop();
        }
    }

    pub(crate) fn join(self) {
        // The thread catches panics.
        let _ = self.thread.join();
    }
}

/// Searches for a mate by checks if the GUI requests one; otherwise, or if there is none, runs the engine.
fn find(
    engine: &Mutex<AnyEngine>,
    solver: &Mutex<Solver>,
    job: &Job,
    control: &SearchControl,
    output: &Output,
) -> Found {
    if !job.mate_only && job.mate_within.is_none() {
        return Found::Search(search(engine, job, control, output));
    }
    let now = || control.now_ms();
    let mate_control = MateControl {
        now_ms: Some(&now),
        stop: Some(&control.stop),
        on_progress: None,
    };
    let since_go = || control.begun.milliseconds();
    let solved = catch_unwind(AssertUnwindSafe(|| {
        mate_search::solve(solver, job, mate_control, &since_go, output)
    }));
    let Ok(found) = solved else {
        *lock(solver) = Solver::default();
        let text = "the search for a mate failed; please report this position";
        let _ = output.info_string(text, job.protocol);
        return Found::Mate(None);
    };
    let mates = found
        .as_ref()
        .is_some_and(|found| matches!(found.outcome, MateOutcome::Mate { .. }));
    if job.mate_only || mates {
        return Found::Mate(found);
    }
    // A mate may begin with a quiet move.
    Found::Search(search(engine, job, control, output))
}

fn search(
    engine: &Mutex<AnyEngine>,
    job: &Job,
    control: &SearchControl,
    output: &Output,
) -> Option<SearchResult> {
    if job.declares {
        return None;
    }
    let send = |message: komadai_uci::Info| {
        // If the output is closed, the command loop will notice.
        let _ = output.send(&EngineMessage::Info(message), job.protocol);
    };
    let mut engine = lock(engine);
    // The session has set the variant.
    let wdl = engine.wdl_model();
    let now = || control.now_ms();
    let mut throttle = InfoThrottle::new(job.pv_interval_ms);
    let mut on_info = |found: &Info| {
        // Since `go`, not since `ponderhit`, as the node count.
        let time_ms = control.begun.milliseconds();
        let message = info(job, wdl, found, time_ms);
        if let Some(message) = throttle.next(found.pv_index, time_ms, message) {
            send(message);
        }
    };
    let mut engine_control = Control {
        now_ms: Some(&now),
        stop: Some(&control.stop),
        on_info: Some(&mut on_info),
    };
    let (game, limits) = (&job.game, &job.limits);
    let found = catch_unwind(AssertUnwindSafe(|| match (job.mate_within, job.level) {
        (Some(plies), _) => engine.search_for_mate(game, plies, limits, &mut engine_control),
        (None, Level::FULL) => engine.search(game, limits, &mut engine_control),
        (None, level) => engine.choose(level, game, job.seed, limits, &mut engine_control),
    }));
    throttle.rest().for_each(send);
    if found.is_err() {
        engine.clear();
        let text = "the search failed; please report this position";
        let _ = output.info_string(text, job.protocol);
    }
    match found.ok()? {
        Ok(found) => Some(found),
        Err(error) => {
            let _ = output.info_string(&error.to_string(), job.protocol);
            None
        }
    }
}
