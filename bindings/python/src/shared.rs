//! Exclusive access for Python threads.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Interval at which a waiting thread retries and checks for signals.
const WAIT: Duration = Duration::from_millis(5);

/// A mutex whose lock fails for the thread that holds it, and whose wait ends on Ctrl-C.
pub(crate) struct Shared<T> {
    value: Mutex<T>,
    user: Mutex<Option<ThreadId>>,
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self {
            value: Mutex::new(value),
            user: Mutex::new(None),
        }
    }

    /// Waits until no other thread uses the value. Must be called without the GIL.
    pub(crate) fn lock(&self) -> PyResult<Guard<'_, T>> {
        let me = Some(thread::current().id());
        loop {
            let value = match self.value.try_lock() {
                Ok(value) => value,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    if *user(&self.user) == me {
                        return Err(PyRuntimeError::new_err(
                            "this engine is searching, and its own listener can't use it meanwhile; use another Engine",
                        ));
                    }
                    Python::attach(|py| py.check_signals())?;
                    thread::sleep(WAIT);
                    continue;
                }
            };
            *user(&self.user) = me;
            return Ok(Guard {
                value,
                user: &self.user,
            });
        }
    }
}

fn user(of: &Mutex<Option<ThreadId>>) -> MutexGuard<'_, Option<ThreadId>> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct Guard<'a, T> {
    value: MutexGuard<'a, T>,
    user: &'a Mutex<Option<ThreadId>>,
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        // Before the value is unlocked: the next thread may take it at once.
        *user(self.user) = None;
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
