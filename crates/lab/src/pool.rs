//! Pool of worker threads for numbered jobs.

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    #[error("cannot start a thread: {0}")]
    Spawn(io::Error),
    #[error("a worker thread panicked: {0}")]
    Panicked(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delivery {
    AsCompleted,
    /// By job number; a result is held back until those before it have arrived.
    InOrder,
}

/// Runs jobs `0..jobs` on worker threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool<'a> {
    pub(crate) name: &'static str,
    pub(crate) workers: usize,
    pub(crate) jobs: usize,
    pub(crate) delivery: Delivery,
    /// Set by the caller to end early.
    pub(crate) stop: &'a AtomicBool,
}

/// Large, since the search recurses once per ply.
const STACK_BYTES: usize = 16 << 20;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

type Completed<T, E> = Result<(usize, T), E>;

impl Pool<'_> {
    /// Runs the jobs and returns when all threads have ended.
    ///
    /// `start` makes a thread's worker within that thread. A worker does the job of a number; it may
    /// return `None` once its flag is set, which happens on `stop`, after an error, and when `consume`
    /// breaks. Results completed after `stop` are still consumed.
    ///
    /// # Errors
    /// The first error of `start`, a worker or `consume`. Nothing is consumed after it.
    pub(crate) fn run<T, E, W>(
        &self,
        start: impl Fn() -> Result<W, E> + Sync,
        consume: &mut dyn FnMut(usize, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E>
    where
        T: Send,
        E: Send + From<PoolError>,
        W: FnMut(usize, &AtomicBool) -> Result<Option<T>, E>,
    {
        let queue = Queue {
            next: AtomicUsize::new(0),
            jobs: self.jobs,
            cancel: AtomicBool::new(false),
        };
        std::thread::scope(|scope| {
            let (sender, completed) = channel();
            for index in 0..self.workers.min(self.jobs) {
                let (queue, start, sender) = (&queue, &start, sender.clone());
                let work = move || {
                    let ended = catch_unwind(AssertUnwindSafe(|| queue.work(start, &sender)));
                    if let Err(payload) = ended {
                        let error = PoolError::Panicked(panic_message(payload.as_ref()));
                        let _ = sender.send(Err(error.into()));
                    }
                };
                let spawned = Builder::new()
                    .name(format!("{} {index}", self.name))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    queue.cancel();
                    return Err(PoolError::Spawn(error).into());
                }
            }
            drop(sender);
            self.collect(&completed, &queue, consume)
        })
    }

    fn collect<T, E>(
        &self,
        completed: &Receiver<Completed<T, E>>,
        queue: &Queue,
        consume: &mut dyn FnMut(usize, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut end = ControlFlow::Continue(());
        let mut held_back = BTreeMap::new();
        let mut next = 0;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                queue.cancel();
            }
            match completed.recv_timeout(POLL_INTERVAL) {
                Ok(_) if end.is_break() => {}
                Ok(Err(error)) => end = ControlFlow::Break(Err(error)),
                Ok(Ok((job, result))) => {
                    end = match self.delivery {
                        Delivery::AsCompleted => consumed(consume(job, result)),
                        Delivery::InOrder => {
                            held_back.insert(job, result);
                            let mut end = ControlFlow::Continue(());
                            while let Some(result) = held_back.remove(&next)
                                && end.is_continue()
                            {
                                end = consumed(consume(next, result));
                                next += 1;
                            }
                            end
                        }
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if end.is_break() {
                queue.cancel();
            }
        }
        match end {
            ControlFlow::Break(result) => result,
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

fn consumed<E>(flow: Result<ControlFlow<()>, E>) -> ControlFlow<Result<(), E>> {
    match flow {
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

struct Queue {
    next: AtomicUsize,
    jobs: usize,
    cancel: AtomicBool,
}

impl Queue {
    fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    fn work<T, E, W>(&self, start: impl Fn() -> Result<W, E>, sender: &Sender<Completed<T, E>>)
    where
        W: FnMut(usize, &AtomicBool) -> Result<Option<T>, E>,
    {
        let mut worker = match start() {
            Ok(worker) => worker,
            Err(error) => {
                // The receiver is gone only if another thread could not be spawned.
                let _ = sender.send(Err(error));
                return;
            }
        };
        while !self.cancel.load(Ordering::Relaxed) {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            if job >= self.jobs {
                return;
            }
            let Some(result) = worker(job, &self.cancel).transpose() else {
                return;
            };
            let failed = result.is_err();
            if sender.send(result.map(|result| (job, result))).is_err() || failed {
                return;
            }
        }
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    enum Error {
        #[error(transparent)]
        Pool(#[from] PoolError),
        #[error("job {0} failed")]
        Job(usize),
    }

    fn pool(stop: &AtomicBool, delivery: Delivery) -> Pool<'_> {
        Pool {
            name: "test",
            workers: 3,
            jobs: 40,
            delivery,
            stop,
        }
    }

    type Squares = Vec<(usize, usize)>;

    fn squares(
        pool: Pool<'_>,
        worker: impl Fn(usize, &AtomicBool) -> Result<Option<usize>, Error> + Sync,
        last: usize,
    ) -> (Result<(), Error>, Squares) {
        let mut seen = Vec::new();
        let ended = pool.run(|| Ok(&worker), &mut |job, square| {
            seen.push((job, square));
            Ok(match job == last {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        });
        (ended, seen)
    }

    #[test]
    fn every_job_is_done_once() {
        let (ended, mut seen) = squares(
            pool(&AtomicBool::new(false), Delivery::AsCompleted),
            |job, _| Ok(Some(job * job)),
            usize::MAX,
        );
        ended.unwrap();
        seen.sort_unstable();
        assert_eq!(
            seen,
            (0..40).map(|job| (job, job * job)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn results_are_delivered_in_order_on_request() {
        // The first job waits until all others but the last few are done.
        let done = AtomicUsize::new(0);
        let slow_first = |job: usize, _: &AtomicBool| {
            while job == 0 && done.load(Ordering::Acquire) < 30 {
                std::thread::yield_now();
            }
            done.fetch_add(1, Ordering::Release);
            Ok(Some(job))
        };
        let (ended, seen) = squares(
            pool(&AtomicBool::new(false), Delivery::InOrder),
            slow_first,
            usize::MAX,
        );
        ended.unwrap();
        assert_eq!(seen, (0..40).map(|job| (job, job)).collect::<Vec<_>>());
    }

    #[test]
    fn breaking_ends_the_jobs() {
        let (ended, seen) = squares(
            pool(&AtomicBool::new(false), Delivery::InOrder),
            |job, _| Ok(Some(job)),
            usize::MAX - 1,
        );
        ended.unwrap();
        assert_eq!(seen.len(), 40);
        let (ended, seen) = squares(
            pool(&AtomicBool::new(false), Delivery::InOrder),
            |job, _| Ok(Some(job)),
            7,
        );
        ended.unwrap();
        assert_eq!(seen.last(), Some(&(7, 7)));
    }

    #[test]
    fn stop_cancels_the_jobs_under_way() {
        let stop = AtomicBool::new(false);
        let until_cancelled = |job: usize, cancel: &AtomicBool| {
            if job < 3 {
                return Ok(Some(job));
            }
            stop.store(true, Ordering::Relaxed);
            while !cancel.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(None)
        };
        let (ended, seen) = squares(pool(&stop, Delivery::InOrder), until_cancelled, usize::MAX);
        ended.unwrap();
        assert_eq!(seen, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn the_first_error_ends_the_jobs() {
        let fails = |job: usize, cancel: &AtomicBool| {
            if job == 5 {
                return Err(Error::Job(5));
            }
            while job > 5 && !cancel.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(Some(job))
        };
        let (ended, seen) = squares(
            pool(&AtomicBool::new(false), Delivery::AsCompleted),
            fails,
            usize::MAX,
        );
        assert_eq!(ended.unwrap_err().to_string(), "job 5 failed");
        assert!(seen.iter().all(|&(job, _)| job < 5), "{seen:?}");
    }

    #[test]
    fn a_worker_that_cannot_start_is_an_error() {
        type Worker = fn(usize, &AtomicBool) -> Result<Option<()>, Error>;
        let start = || -> Result<Worker, Error> { Err(Error::Job(0)) };
        let ended = pool(&AtomicBool::new(false), Delivery::InOrder)
            .run(start, &mut |_, ()| Ok(ControlFlow::Continue(())));
        assert!(matches!(ended, Err(Error::Job(0))));
    }

    #[test]
    fn a_panicking_worker_is_an_error() {
        let panics = |job: usize, _: &AtomicBool| match job {
            2 => panic!("job {job} is broken"),
            _ => Ok(Some(job)),
        };
        let (ended, _) = squares(
            pool(&AtomicBool::new(false), Delivery::AsCompleted),
            panics,
            usize::MAX,
        );
        assert_eq!(
            ended.unwrap_err().to_string(),
            "a worker thread panicked: job 2 is broken"
        );
    }

    #[test]
    fn no_jobs_end_at_once() {
        let go = AtomicBool::new(false);
        let none = Pool {
            jobs: 0,
            ..pool(&go, Delivery::InOrder)
        };
        let (ended, seen) = squares(none, |job, _| Ok(Some(job)), usize::MAX);
        ended.unwrap();
        assert_eq!(seen, []);
    }
}
