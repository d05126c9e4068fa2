use serde::{Deserialize, Serialize};

/// A move that is to be made as soon as it is one's turn. Only its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Premove {
    /// Moves played before it.
    pub ply: u32,
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
}
