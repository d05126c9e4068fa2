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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

    /// Takes over name and kind, which are read apart from the rest.
    pub fn take_name(&mut self, known: &Self) {
        self.name.clone_from(&known.name);
        self.kind = known.kind;
    }
}
