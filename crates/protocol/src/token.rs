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

/// How long a token works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub enum TokenLife {
    /// 30 days.
    #[serde(rename = "30-days")]
    Month,
    /// 90 days.
    #[default]
    #[serde(rename = "90-days")]
    Quarter,
    /// 365 days.
    #[serde(rename = "365-days")]
    Year,
    /// Until it is revoked.
    #[serde(rename = "unlimited")]
    Unlimited,
}

impl TokenLife {
    /// The number of days; `None`: it never expires.
    pub fn days(self) -> Option<u16> {
        match self {
            Self::Month => Some(30),
            Self::Quarter => Some(90),
            Self::Year => Some(365),
            Self::Unlimited => None,
        }
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
    /// How long it works; 90 days where nothing is said.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<TokenLife>")
    )]
    pub life: TokenLife,
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
    /// When it expires, server time in milliseconds since 1970; `null`: never.
    pub expires_at_ms: Option<i64>,
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
