use serde::{Deserialize, Serialize};

use crate::Rating;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A player without a name. Pages add "Guest", in their language, to the letters.
    #[default]
    Guest,
    /// A player with a name.
    Person,
    /// A program that took the seat with a token.
    Program,
}

impl PlayerKind {
    pub const ALL: [Self; 3] = [Self::Guest, Self::Person, Self::Program];

    pub fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Person => "person",
            Self::Program => "program",
        }
    }
}

/// Public information about a player.
///
/// Logs of protocol version 4 and before lack ids, those of version 2 have an English name alone (`Guest x8Qm`). Both
/// are understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
// A page does not read logs of earlier versions.
#[cfg_attr(not(target_arch = "wasm32"), serde(from = "StoredPlayer"))]
pub struct PlayerInfo {
    /// Public and permanent.
    pub id: String,
    /// For a guest, letters that tell guests apart.
    pub name: String,
    pub kind: PlayerKind,
    /// In a rated game: rating when the player took the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub rating: Option<Rating>,
}

const GUEST_LETTERS: usize = 4;

impl PlayerInfo {
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

/// A player in a log of any version.
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

/// Guest names of version 2.
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
