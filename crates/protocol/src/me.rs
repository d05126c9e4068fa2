use serde::{Deserialize, Serialize};

use crate::Reach;

/// Answer of `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The name others see.
    pub name: String,
    /// Games of this person that are not over.
    pub unfinished: u32,
    /// The version of the protocol the server speaks.
    pub protocol: u32,
    /// Who can open the links this server makes.
    pub reach: Reach,
    /// The address links begin with.
    pub origin: String,
}
