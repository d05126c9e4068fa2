use core::fmt;

use serde::{Deserialize, Serialize};

/// The name of one game between people: unguessable, safe in a link.
///
/// Whoever knows it may watch the game. The free seat is taken with the invitation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(transparent)]
pub struct GameKey(pub String);

impl GameKey {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Enough of it to find a game in the logs, too little to open it.
    ///
    /// ```
    /// use komadai_protocol::GameKey;
    /// assert_eq!(GameKey::from("x8Qm3LhTz0RkWb5v").short(), "x8Qm3L");
    /// ```
    pub fn short(&self) -> &str {
        self.0.get(..6).unwrap_or_default()
    }
}

impl From<&str> for GameKey {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for GameKey {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
