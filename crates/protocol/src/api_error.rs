use serde::{Deserialize, Serialize};

use crate::ErrorCode;

/// Body of every HTTP answer with a status of 400 or more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct ApiError {
    /// Why.
    pub code: ErrorCode,
    /// The same in English, with the offending text.
    pub message: String,
    /// The field of the request to correct, with dots between levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub field: Option<String>,
    /// Where in that field, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub offset: Option<u32>,
    /// When the same request may succeed, milliseconds from now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub retry_after_ms: Option<u32>,
    /// What is wrong with an impossible position, as stable codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<Vec<String>>")
    )]
    pub problems: Vec<String>,
    /// The squares that explain it.
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
pub struct Health {
    /// `true` when the database answers.
    pub ok: bool,
    /// The version of the program.
    pub version: String,
}
