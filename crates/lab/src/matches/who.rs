//! The two players of a match.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// A player by its place on the command line. Results are counted for `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The first named.
    A,
    /// Its opponent.
    B,
}

impl Not for Who {
    type Output = Who;

    fn not(self) -> Who {
        match self {
            Who::A => Who::B,
            Who::B => Who::A,
        }
    }
}

/// `a` or `b`.
impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::A => "a",
            Who::B => "b",
        })
    }
}
