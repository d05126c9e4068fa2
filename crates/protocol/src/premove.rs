use serde::{Deserialize, Serialize};

/// A move to be played as soon as it is the player's turn. Only its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Premove {
    pub ply: u32,
    /// Canonical.
    #[serde(rename = "move")]
    pub text: String,
}
