use serde::{Deserialize, Serialize};

/// Optional body of `POST /api/games/{id}/join` and of `POST /api/games/{id}/name`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// Secret for the free seat: the fragment (after `#`) of the invitation's address.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub invitation: Option<String>,
    /// Guest if omitted or empty.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub name: Option<String>,
}
