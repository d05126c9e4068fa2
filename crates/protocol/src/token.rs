use serde::{Deserialize, Serialize};

/// What a token may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// To see who one is, and one's games.
    Read,
    /// To make and join games, and to play in them.
    Play,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Read, Self::Play];

    /// The name used in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
        }
    }

    /// The scope of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// Body of `POST /api/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// What one calls it.
    pub name: String,
    /// What it may be used for; at least one.
    pub scopes: Vec<Scope>,
}

/// What lets a program act for oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct TokenInfo {
    /// Names it; no secret.
    pub id: String,
    /// What one calls it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made, server time in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was last used, to the minute, server time in milliseconds since 1970.
    pub used_at_ms: Option<i64>,
}

/// Answer of `POST /api/tokens`. The secret is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct NewToken {
    /// The token.
    pub token: TokenInfo,
    /// What the program sends: `Authorization: Bearer SECRET`.
    pub secret: String,
}

/// Answer of `GET /api/tokens`: oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct TokenList {
    /// The tokens.
    pub tokens: Vec<TokenInfo>,
}
