use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::random;

/// One run of one copy of the server: its name on leases and beside the numbers of its sockets. A copy that is
/// started again has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ServerId(u64);

impl ServerId {
    /// One that no other server has.
    pub(crate) fn new() -> Self {
        Self(u64::from_be_bytes(random::bytes()))
    }
}

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for ServerId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

/// A socket, distinguished from those of other servers that have the same game open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SocketId {
    pub(crate) server: ServerId,
    /// Its number at that server.
    pub(crate) number: u64,
}
