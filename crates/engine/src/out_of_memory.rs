//! The error of an allocation that failed.

use std::collections::TryReserveError;
use std::fmt;

/// There is not enough memory for what was asked for. Whatever the engine had before is kept.
///
/// ```
/// use komadai_engine::OutOfMemory;
/// let error = OutOfMemory::HashTable { megabytes: 65_536 };
/// assert_eq!(error.to_string(), "no memory for a hash table of 65536 MB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfMemory {
    /// A hash table of this size.
    HashTable {
        /// Its size in megabytes, as it was asked for.
        megabytes: usize,
    },
    /// The history tables of this many search threads.
    Threads {
        /// How many threads were asked for.
        threads: usize,
    },
    /// The evaluation's tables.
    Evaluation,
}

impl OutOfMemory {
    /// For `map_err` on a failed reservation of the evaluation's tables.
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
