use serde::{Deserialize, Serialize};

/// A side on the wire: the one that moves first from an even start, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    /// Sente, Black of SFEN; White of Shogun Chess.
    First,
    /// Gote, White of SFEN; Black of Shogun Chess.
    Second,
}

impl SideName {
    /// Both sides, first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// The side the maker of a game asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SideChoice {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// The server draws lots.
    #[default]
    Random,
}

/// What one is to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// Plays the first side.
    First,
    /// Plays the second side.
    Second,
    /// Watches.
    Watcher,
}

impl Seat {
    /// The side played, if any.
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

/// A thing each side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct PerSide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

impl<T> PerSide<T> {
    /// That side's.
    pub fn get(&self, side: SideName) -> &T {
        match side {
            SideName::First => &self.first,
            SideName::Second => &self.second,
        }
    }

    /// That side's, to change.
    pub fn get_mut(&mut self, side: SideName) -> &mut T {
        match side {
            SideName::First => &mut self.first,
            SideName::Second => &mut self.second,
        }
    }

    /// The same for both sides, made of each.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerSide<U> {
        PerSide {
            first: f(self.first),
            second: f(self.second),
        }
    }
}
