use serde::{Deserialize, Serialize};

use crate::Reach;

/// A browser that is signed in as oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct SessionInfo {
    /// Names it; no secret.
    pub id: String,
    /// Browser and system, as far as they are known.
    pub label: String,
    /// When it began, server time in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it was last seen, to the day, server time in milliseconds since 1970.
    pub seen_at_ms: i64,
    /// It is the one that asks.
    pub current: bool,
}

/// Answer of `GET /api/sessions`: the one seen last first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct SessionList {
    /// The sessions.
    pub sessions: Vec<SessionInfo>,
}

/// Answer of `POST /api/sign-in-code`: lets another device sign in as oneself, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct SignInCode {
    /// To be typed on the other device.
    pub code: String,
    /// An address to be opened there, with the code in it.
    pub link: String,
    /// Who can open that address.
    pub reach: Reach,
    /// Until when, server time in milliseconds since 1970.
    pub expires_at_ms: i64,
}

/// Body of `DELETE /api/sessions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EndOthers {
    /// Ids of the tokens that stay; all others end.
    #[serde(default)]
    pub keep_tokens: Vec<String>,
}

/// Body of `POST /api/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The code; small letters and signs between do not matter.
    pub code: String,
}
