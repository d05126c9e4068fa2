use serde::{Deserialize, Serialize};

use crate::{Seat, Snapshot, Unrated};

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
    /// The address for watching.
    pub link: String,
    /// The address for the friend who is to take the free seat; for the one who invites alone.
    pub invitation: Option<String>,
    /// Until when anyone may join while the maker is there, server time in milliseconds since 1970. `None`: only who
    /// has the invitation.
    #[serde(default)]
    pub open_until_ms: Option<i64>,
    /// Why the game would not be rated, though it is to be, if the caller took the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub unrated: Option<Unrated>,
    /// Who can open these addresses.
    pub reach: Reach,
    /// The game.
    pub snapshot: Snapshot,
}
