//! Atomics of the standard library, or loom's under the model checker.

#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
