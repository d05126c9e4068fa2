use serde::{Deserialize, Serialize};

use crate::ErrorCode;

/// Body of every HTTP answer with a status of 400 or more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiError {
    pub code: ErrorCode,
    /// English, with the offending text.
    pub message: String,
    /// Field of the request to correct, with dots between levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub field: Option<String>,
    /// Byte offset in `field`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub offset: Option<u32>,
    /// Delay after which the same request may succeed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub retry_after_ms: Option<u32>,
    /// Problems of an impossible position, as stable codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<Vec<String>>")
    )]
    pub problems: Vec<String>,
    /// Squares that explain the error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<Vec<String>>")
    )]
    pub squares: Vec<String>,
}

/// Answer of `GET /healthz`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// `true` if the database answers.
    pub ok: bool,
    /// Of the program.
    pub version: String,
    /// In the answer of `GET /readyz`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub lag: Option<Lag>,
}

/// How far lists, notifications and ratings are behind the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lag {
    /// Counted up to 10,000.
    pub events: u32,
    /// Age of the first of them.
    pub seconds: u32,
}
