//! Identity of the two engines of a match.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// One of the two engines of a match, by its place on the command line. Results are those of `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineId {
    A,
    B,
}

impl Not for EngineId {
    type Output = EngineId;

    fn not(self) -> EngineId {
        match self {
            EngineId::A => EngineId::B,
            EngineId::B => EngineId::A,
        }
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineId::A => "a",
            EngineId::B => "b",
        })
    }
}
