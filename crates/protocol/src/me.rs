use serde::{Deserialize, Serialize};

use crate::{PlayerInfo, Reach};

/// Answer of `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Me {
    /// How others see this person; nothing for somebody who has neither made nor joined a game.
    pub player: Option<PlayerInfo>,
    /// Games of this person that are not over.
    pub unfinished: u32,
    /// The version of the protocol the server speaks.
    pub protocol: u32,
    /// Who can open the links this server makes.
    pub reach: Reach,
    /// The address links begin with.
    pub origin: String,
}
