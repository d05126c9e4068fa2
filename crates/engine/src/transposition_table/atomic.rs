//! The atomics of the table: those of the language, or loom's in its model checker.

#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
