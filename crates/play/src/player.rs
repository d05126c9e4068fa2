//! Who plays.

use std::fmt;

use komadai_protocol::PlayerInfo;
use serde::{Deserialize, Serialize};

/// Who somebody is: the public id of a player, compared and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(String);

impl PlayerId {
    /// The text it was made of.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text it was made of.
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

/// Somebody on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who it is; `None` where nobody needs to know: in a page that follows a game, and at one
    /// device.
    pub id: Option<PlayerId>,
    /// What others see.
    pub info: PlayerInfo,
}
