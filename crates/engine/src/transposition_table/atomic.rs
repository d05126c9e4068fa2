//! Atomics of the standard library, or loom's under the model checker.

#[cfg(not(all(test, loom)))]
pub(super) use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

// A dev-dependency, which only unit tests can use.
#[cfg(all(test, loom))]
pub(super) use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
