use serde::{Deserialize, Serialize};

/// Name of a variant, as in Fairy-Stockfish and bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    Shogi,
    Minishogi,
    Torishogi,
    Shogun,
}

impl GameName {
    pub const ALL: [Self; 4] = [Self::Shogi, Self::Minishogi, Self::Torishogi, Self::Shogun];

    pub fn name(self) -> &'static str {
        match self {
            Self::Shogi => "shogi",
            Self::Minishogi => "minishogi",
            Self::Torishogi => "torishogi",
            Self::Shogun => "shogun",
        }
    }
}
