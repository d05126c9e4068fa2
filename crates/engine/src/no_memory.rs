//! What the machine has no room for.

use std::fmt;

/// There is no memory for what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMemory {
    /// A hash table of so many megabytes.
    Table(usize),
    /// So many threads.
    Threads(usize),
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMemory::Table(megabytes) => {
                write!(f, "no memory for a hash table of {megabytes} MB")
            }
            NoMemory::Threads(threads) => write!(f, "no memory for {threads} threads"),
        }
    }
}

impl std::error::Error for NoMemory {}
