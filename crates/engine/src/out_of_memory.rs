use std::collections::TryReserveError;
use std::fmt;

/// A failed allocation. The engine's state stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfMemory {
    /// Transposition table.
    HashTable {
        /// Requested size in megabytes.
        megabytes: usize,
    },
    /// History tables of search threads.
    Threads {
        /// Requested number of threads.
        threads: usize,
    },
    /// Evaluator or net.
    Evaluation,
}

impl OutOfMemory {
    /// For `map_err` on a failed reservation.
    pub(crate) fn evaluation(_: TryReserveError) -> Self {
        OutOfMemory::Evaluation
    }
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutOfMemory::HashTable { megabytes } => {
                write!(f, "no memory for a hash table of {megabytes} MB")
            }
            OutOfMemory::Threads { threads: 1 } => f.write_str("no memory for a search thread"),
            OutOfMemory::Threads { threads } => write!(f, "no memory for {threads} threads"),
            OutOfMemory::Evaluation => f.write_str("no memory for the evaluation"),
        }
    }
}

impl std::error::Error for OutOfMemory {}
