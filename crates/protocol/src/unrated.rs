use serde::{Deserialize, Serialize};

/// Why a game between two players is not rated, though its maker wanted it to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// Both have used the same browser.
    SameDevice,
    /// Both come from the same public network, and the host does not rate their games.
    SameNetwork,
}
