use serde::{Deserialize, Serialize};

/// One of the four games, by the name Fairy-Stockfish and bots use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    /// Shogi, 9×9.
    Shogi,
    /// Minishogi, 5×5.
    Minishogi,
    /// Tori Shogi, 7×7.
    Torishogi,
    /// Shogun Chess, 8×8.
    Shogun,
}

impl GameName {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Shogi, Self::Minishogi, Self::Torishogi, Self::Shogun];

    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::Minishogi => "minishogi",
            Self::Torishogi => "torishogi",
            Self::Shogun => "shogun",
        }
    }
}
