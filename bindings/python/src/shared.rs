//! What one thread of Python after the other uses.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Between two attempts of a thread that waits, in which it also asks for signals.
const WAIT: Duration = Duration::from_millis(5);

/// A value for one thread at a time. Unlike that of a mutex alone, its lock is refused to the thread that has it,
/// and Ctrl-C ends the wait for it.
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

    /// Waits until no other thread uses the value. To be called without Python's lock.
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

/// The value while this thread uses it.
pub(crate) struct Guard<'a, T> {
    value: MutexGuard<'a, T>,
    user: &'a Mutex<Option<ThreadId>>,
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        // Before the value is free: the next thread may take it at once.
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
