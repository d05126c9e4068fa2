use core::fmt;

use serde::{Deserialize, Serialize};

/// Unguessable key of a game between people, URL-safe. It grants watching; the free seat needs the invitation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct GameKey(pub String);

impl GameKey {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Prefix for the server's logs: enough to find a game, too short to open it.
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
