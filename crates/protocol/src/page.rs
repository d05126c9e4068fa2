use serde::{Deserialize, Serialize};

use crate::{Seat, Snapshot, Unrated};

/// Devices that can open the server's links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// This machine only: the server runs without `--lan` and `--public-url`.
    ThisDevice,
    LocalNetwork,
    /// Any device that can open the public address.
    Public,
}

/// A game as the caller sees it: answer of `POST /api/games`, `GET /api/games/{id}` and
/// `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GamePage {
    pub seat: Seat,
    /// The caller may take the free seat.
    pub may_join: bool,
    /// Address for watching.
    pub link: String,
    /// Address with the free seat's secret; only for the player who invites.
    pub invitation: Option<String>,
    /// End of the open challenge, server time; until then anyone may join while the maker is there. `null`: joining needs
    /// the invitation.
    #[serde(default)]
    pub open_until_ms: Option<i64>,
    /// Reason why a rated game would be unrated if the caller took the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub unrated: Option<Unrated>,
    /// Devices that can open these addresses.
    pub reach: Reach,
    pub snapshot: Snapshot,
}
