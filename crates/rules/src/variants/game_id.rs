//! Which of the four games.

use core::fmt;
use core::str::FromStr;

use crate::spec::game::Game;
use crate::spec::game_spec::GameSpec;
use crate::variants::{minishogi::Minishogi, shogi::Shogi, shogun::Shogun, torishogi::Torishogi};

/// One of the four games.
///
/// ```
/// use komadai_rules::GameId;
/// assert_eq!("torishogi".parse(), Ok(GameId::Torishogi));
/// assert_eq!(GameId::Shogi.squares(), 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameId {
    /// Shogi, 9×9.
    Shogi,
    /// Minishogi, 5×5.
    Minishogi,
    /// Tori Shogi, 7×7.
    Torishogi,
    /// Shogun Chess, 8×8.
    Shogun,
}

impl GameId {
    /// All four games.
    pub const ALL: [GameId; 4] = [
        GameId::Shogi,
        GameId::Minishogi,
        GameId::Torishogi,
        GameId::Shogun,
    ];

    /// The name used in commands, protocols and files: `shogi`, `minishogi`, `torishogi`, `shogun`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Shogi => "shogi",
            GameId::Minishogi => "minishogi",
            GameId::Torishogi => "torishogi",
            GameId::Shogun => "shogun",
        }
    }

    /// The game as data.
    #[must_use]
    pub const fn spec(self) -> &'static GameSpec {
        match self {
            GameId::Shogi => Shogi::SPEC,
            GameId::Minishogi => Minishogi::SPEC,
            GameId::Torishogi => Torishogi::SPEC,
            GameId::Shogun => Shogun::SPEC,
        }
    }

    /// Number of files (columns).
    #[must_use]
    pub const fn files(self) -> u8 {
        self.spec().files
    }

    /// Number of ranks (rows).
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.spec().ranks
    }

    /// Number of squares.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files() as usize * self.ranks() as usize
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No game has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game; the games are shogi, minishogi, torishogi and shogun")]
pub struct UnknownGame;

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        GameId::ALL
            .into_iter()
            .find(|game| game.name() == text)
            .ok_or(UnknownGame)
    }
}
