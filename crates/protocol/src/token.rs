use serde::{Deserialize, Serialize};

/// Right of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// See the player's identity and games.
    Read,
    /// Make, join and play games.
    Play,
}

impl Scope {
    pub const ALL: [Self; 2] = [Self::Read, Self::Play];

    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TokenLife {
    #[serde(rename = "30-days")]
    Month,
    #[default]
    #[serde(rename = "90-days")]
    Quarter,
    #[serde(rename = "365-days")]
    Year,
    #[serde(rename = "unlimited")]
    Unlimited,
}

impl TokenLife {
    /// `None`: no expiry.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    pub name: String,
    /// At least one.
    pub scopes: Vec<Scope>,
    /// Default: 90 days.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<TokenLife>")
    )]
    pub life: TokenLife,
}

/// A token with which a program acts for the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenInfo {
    /// Public.
    pub id: String,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Server time in milliseconds since 1970, like all times here.
    pub created_at_ms: i64,
    /// Last use, to the minute.
    pub used_at_ms: Option<i64>,
    /// `null`: no expiry.
    pub expires_at_ms: Option<i64>,
}

/// Answer of `POST /api/tokens`, the only one with the secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewToken {
    pub token: TokenInfo,
    /// For `Authorization: Bearer SECRET`.
    pub secret: String,
}

/// Answer of `GET /api/tokens`, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenList {
    pub tokens: Vec<TokenInfo>,
}
