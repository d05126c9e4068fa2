//! Who plays.

use std::fmt;

use komadai_protocol::PlayerInfo;
use serde::{Deserialize, Serialize};

/// Who somebody is: opaque, compared and nothing else. Never sent to other players.
///
/// ```
/// use komadai_play::PlayerId;
/// let [one, other] = ["a81f", "0c2d"].map(PlayerId::from);
/// assert_ne!(one, other);
/// assert_eq!(serde_json::to_string(&one).unwrap(), r#""a81f""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(String);

impl PlayerId {
    /// The text it was made of.
    ///
    /// ```
    /// use komadai_play::PlayerId;
    /// assert_eq!(PlayerId::from("a81f").as_str(), "a81f");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text it was made of.
    ///
    /// ```
    /// use komadai_play::PlayerId;
    /// assert_eq!(PlayerId::from("a81f").into_string(), String::from("a81f"));
    /// ```
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
///
/// ```
/// use komadai_play::{GameState, Player};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// let player: &Player = state.players().first.as_ref().unwrap();
/// assert_eq!((player.id.clone(), &*player.info.name), (Some("first".into()), "x8Qm"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who it is; `None` where nobody needs to know: in a page that follows a game, and at one
    /// device.
    pub id: Option<PlayerId>,
    /// What others see.
    pub info: PlayerInfo,
}
