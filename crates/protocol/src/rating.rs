use serde::{Deserialize, Serialize};

/// How well a player plays one of the four games, as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Rating {
    /// Glicko-2, rounded. Everybody begins with 1500.
    pub rating: i32,
    /// It is known roughly only, after few games or a long break: pages show it with a question mark.
    pub provisional: bool,
}

/// What a rated game has changed for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct RatingChange {
    /// The rating before it.
    pub before: Rating,
    /// The rating after it.
    pub after: Rating,
}
