use serde::{Deserialize, Serialize};

/// A side. `first` moves first from an even start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    /// Sente; Black of SFEN, White of FEN.
    First,
    /// Gote; White of SFEN, Black of FEN.
    Second,
}

impl SideName {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for first, 1 for second.
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// Side of the player who makes a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SideChoice {
    First,
    Second,
    /// The server draws.
    #[default]
    Random,
}

/// Role of the client in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    First,
    Second,
    Watcher,
}

impl Seat {
    pub fn side(self) -> Option<SideName> {
        match self {
            Self::First => Some(SideName::First),
            Self::Second => Some(SideName::Second),
            Self::Watcher => None,
        }
    }
}

impl From<Option<SideName>> for Seat {
    fn from(side: Option<SideName>) -> Self {
        match side {
            Some(SideName::First) => Self::First,
            Some(SideName::Second) => Self::Second,
            None => Self::Watcher,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PerSide<T> {
    pub first: T,
    pub second: T,
}

impl<T> PerSide<T> {
    pub fn get(&self, side: SideName) -> &T {
        match side {
            SideName::First => &self.first,
            SideName::Second => &self.second,
        }
    }

    pub fn get_mut(&mut self, side: SideName) -> &mut T {
        match side {
            SideName::First => &mut self.first,
            SideName::Second => &mut self.second,
        }
    }

    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerSide<U> {
        PerSide {
            first: f(self.first),
            second: f(self.second),
        }
    }
}
