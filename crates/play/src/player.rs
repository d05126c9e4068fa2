use std::fmt;

use komadai_protocol::PlayerInfo;
use serde::{Deserialize, Serialize};

/// Public id of a player. Opaque.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// `None` in a page that follows a game, and on one device.
    pub id: Option<PlayerId>,
    pub info: PlayerInfo,
}
