//! Clock and signal check of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;

/// Milliseconds between two signal checks, each of which takes the GIL.
const SIGNALS_MS: u64 = 50;

/// Clock of a search. It sets the stop flag when a signal handler raises an exception.
pub(crate) struct Watch<'a> {
    began: Instant,
    asked_ms: AtomicU64,
    stop: &'a AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl<'a> Watch<'a> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the boundary to Python is where time comes in"
    )]
    pub(crate) fn new(stop: &'a AtomicBool) -> Self {
        Self {
            began: Instant::now(),
            asked_ms: AtomicU64::new(0),
            stop,
            raised: Mutex::new(None),
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        let now = self.began.elapsed().as_millis() as u64;
        if now >= self.asked_ms.load(Ordering::Relaxed) + SIGNALS_MS {
            self.asked_ms.store(now, Ordering::Relaxed);
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                self.stop.store(true, Ordering::Relaxed);
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert(error);
            }
        }
        now
    }

    /// The exception of a signal handler.
    pub(crate) fn interrupted(self) -> PyResult<()> {
        let raised = self.raised.into_inner();
        raised
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err)
    }
}
