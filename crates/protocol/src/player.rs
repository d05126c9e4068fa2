use serde::{Deserialize, Serialize};

use crate::Rating;

/// What a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Somebody without a name of their own: pages say "Guest" in their language beside the letters.
    #[default]
    Guest,
    /// Somebody with a name.
    Person,
    /// A program: it took the seat with a token.
    Program,
}

impl PlayerKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Guest, Self::Person, Self::Program];

    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Person => "person",
            Self::Program => "program",
        }
    }
}

/// What everybody may know of a player.
///
/// Logs of protocol version 4 and before know no ids, and those of version 2 an English name only; both are
/// understood:
///
/// ```
/// use komadai_protocol::{PlayerInfo, PlayerKind};
/// let old: PlayerInfo = serde_json::from_str(r#"{"name":"Guest x8Qm"}"#)?;
/// assert_eq!((old.name.as_str(), old.kind), ("x8Qm", PlayerKind::Guest));
/// let named: PlayerInfo = serde_json::from_str(r#"{"name":"Aki","guest":false}"#)?;
/// assert_eq!((named.name.as_str(), named.kind), ("Aki", PlayerKind::Person));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
// A page reads no logs of earlier versions.
#[cfg_attr(not(target_arch = "wasm32"), serde(from = "StoredPlayer"))]
pub struct PlayerInfo {
    /// Names the player everywhere, for good. No secret.
    pub id: String,
    /// The name of the player; of a guest the letters that tell guests apart.
    pub name: String,
    /// What the player is.
    pub kind: PlayerKind,
    /// How well the player plays this game, where it is rated: as it was when the player took the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub rating: Option<Rating>,
}

/// Letters that tell guests apart.
const GUEST_LETTERS: usize = 4;

impl PlayerInfo {
    /// A player without a name.
    ///
    /// ```
    /// use komadai_protocol::PlayerInfo;
    /// assert_eq!(PlayerInfo::guest("x8Qm3LhTz0Rk").name, "x8Qm");
    /// ```
    pub fn guest(id: impl Into<String>) -> Self {
        let id = id.into();
        Self {
            name: id.chars().take(GUEST_LETTERS).collect(),
            id,
            kind: PlayerKind::Guest,
            rating: None,
        }
    }
}

/// What logs hold, those of earlier versions among them.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Deserialize)]
struct StoredPlayer {
    #[serde(default)]
    id: String,
    name: String,
    kind: Option<PlayerKind>,
    guest: Option<bool>,
    rating: Option<Rating>,
}

/// How version 2 named guests.
#[cfg(not(target_arch = "wasm32"))]
const GUEST_PREFIX_V2: &str = "Guest ";

#[cfg(not(target_arch = "wasm32"))]
impl From<StoredPlayer> for PlayerInfo {
    fn from(stored: StoredPlayer) -> Self {
        let StoredPlayer {
            id,
            mut name,
            kind,
            guest,
            rating,
        } = stored;
        let kind = kind.unwrap_or_else(|| match guest {
            Some(true) => PlayerKind::Guest,
            Some(false) => PlayerKind::Person,
            None => match name.strip_prefix(GUEST_PREFIX_V2) {
                Some(letters) => {
                    name = letters.to_owned();
                    PlayerKind::Guest
                }
                None => PlayerKind::Person,
            },
        });
        Self {
            id,
            name,
            kind,
            rating,
        }
    }
}
