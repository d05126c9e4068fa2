use serde::{Deserialize, Serialize};

use crate::Reach;

/// A session: a browser signed in as the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionInfo {
    /// Public.
    pub id: String,
    /// Browser and system, as far as known.
    pub label: String,
    /// Server time in milliseconds since 1970.
    pub created_at_ms: i64,
    /// Last use, to the day.
    pub seen_at_ms: i64,
    /// The session of this request.
    pub current: bool,
}

/// Answer of `GET /api/sessions`, last seen first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionList {
    pub sessions: Vec<SessionInfo>,
}

/// Answer of `POST /api/sign-in-code`: signs in another device as the player, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignInCode {
    pub code: String,
    /// Address that contains the code.
    pub link: String,
    /// Devices that can open `link`.
    pub reach: Reach,
    /// Server time in milliseconds since 1970.
    pub expires_at_ms: i64,
}

/// Body of `DELETE /api/sessions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndOthers {
    /// Ids of the tokens to keep; all others end.
    #[serde(default)]
    pub keep_tokens: Vec<String>,
}

/// Body of `POST /api/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// Case and separators are ignored.
    pub code: String,
}
