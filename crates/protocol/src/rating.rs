use serde::{Deserialize, Serialize};

/// Public rating of a player in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// Glicko-2, rounded; 1500 at first.
    pub rating: i32,
    /// High deviation, after few games or a long break. Pages show a question mark.
    pub provisional: bool,
}

/// A player's ratings before and after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct RatingChange {
    pub before: Rating,
    pub after: Rating,
}

/// Reason why a game made as rated is unrated with its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unrated {
    /// Both players have used the same browser.
    SameDevice,
    /// Both players come from the same public network, and the host does not rate such games.
    SameNetwork,
}
