use std::fmt;

use komadai_protocol::{PlayerInfo, Rating};
use serde::{Deserialize, Serialize};

/// Public id of a player. Opaque.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(String);

impl PlayerId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<String> for PlayerId {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for PlayerId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player on a seat. Names are kept apart, because they change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Empty on one device.
    pub id: PlayerId,
    /// In a rated game: the rating when the player took the seat.
    pub rating: Option<Rating>,
}

impl Player {
    /// The player as a guest, until the name has been read.
    #[must_use]
    pub fn to_info(&self) -> PlayerInfo {
        PlayerInfo {
            rating: self.rating,
            ..PlayerInfo::guest(self.id.as_str())
        }
    }
}

impl From<&PlayerInfo> for Player {
    fn from(info: &PlayerInfo) -> Self {
        Self {
            id: info.id.as_str().into(),
            rating: info.rating,
        }
    }
}
