//! What a search asks while it runs: how late it is, and whether the user has pressed Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;

/// Milliseconds between two questions to Python, which has its lock taken for them.
const SIGNALS_MS: u64 = 50;

/// The clock of one search. It sets the stop flag when a signal's handler raises an exception.
pub(crate) struct Watch<'a> {
    began: Instant,
    asked_ms: AtomicU64,
    stop: &'a AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl<'a> Watch<'a> {
    /// Begins now. The engine has no clock of its own, and who calls it here has no other to give.
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

    /// Milliseconds since it began.
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

    /// What a handler raised meanwhile.
    pub(crate) fn interrupted(self) -> PyResult<()> {
        let raised = self.raised.into_inner();
        raised
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err)
    }
}
