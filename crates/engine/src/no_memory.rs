//! A hash table that the machine has no room for.

use std::fmt;

/// There is no memory for a hash table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// The size that was asked for.
    pub megabytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = self.megabytes;
        write!(f, "no memory for a hash table of {megabytes} MB")
    }
}

impl std::error::Error for NoMemory {}
