use serde::{Deserialize, Serialize};

/// Reason why a game made as rated is unrated with its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// Both players have used the same browser.
    SameDevice,
    /// Both players come from the same public network, and the host does not rate such games.
    SameNetwork,
}
