use core::fmt;
use core::ops::Not;

/// A player; the first side moves first in an even game.
///
/// The names Sente and Gote, Black and White and the letters of SFEN and FEN exist only where text
/// is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Side {
    /// Sente; Black in SFEN, White in chess. Drawn at the bottom.
    First,
    /// Gote; White in SFEN, Black in chess. Moves first in handicap games.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first side, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
