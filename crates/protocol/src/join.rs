use serde::{Deserialize, Serialize};

/// Body of `POST /api/games/{id}/join` and of `POST /api/games/{id}/name`; may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// What lets one take the free seat: what stands behind `#` in the address of the invitation.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub invitation: Option<String>,
    /// What the player is called; a guest when left out or empty.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub name: Option<String>,
}
