use serde::{Deserialize, Serialize};

use crate::{PlayerInfo, Reach};

/// Answer of `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// `null` before the caller has made or joined a game.
    pub player: Option<PlayerInfo>,
    /// Number of the player's games that are not over.
    pub unfinished: u32,
    pub protocol: u32,
    /// Devices that can open the server's links.
    pub reach: Reach,
    /// Origin of the server's links.
    pub origin: String,
}
