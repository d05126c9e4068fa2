use serde::{Deserialize, Serialize};

use crate::{Seat, Snapshot};

/// Which devices can open the links this server makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// This machine only: start the server with `--lan` or `--public-url` to invite others.
    ThisDevice,
    /// Devices in the same local network.
    LocalNetwork,
    /// Wherever the public address can be opened.
    Public,
}

/// A game as one person sees it: answer of `POST /api/games`, `GET /api/games/{id}` and
/// `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GamePage {
    /// What one is to the game.
    pub seat: Seat,
    /// Whether one may take the free seat.
    pub may_join: bool,
    /// The address to send to a friend.
    pub link: String,
    /// Who can open that address.
    pub reach: Reach,
    /// The game.
    pub snapshot: Snapshot,
}
