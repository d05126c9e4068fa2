use std::collections::BTreeMap;

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::ClockSettings;

/// Settings of a game, fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSettings {
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::GameName))]
    pub game: VariantId,
    /// Start position in canonical text.
    pub start: String,
    /// Id of the handicap, if `start` is one.
    pub handicap: Option<String>,
    /// All rule options, defaults included.
    pub rules: BTreeMap<String, String>,
    pub clock: ClockSettings,
    /// The game changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Limit of each first move; no clock runs before both sides have moved. 0: no limit. Omitted in local games and
    /// those of older servers, whose first clock does not wait for both moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub start_limit_ms: Option<u32>,
    /// The game is in the list of games being played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub listed: bool,
}

impl GameSettings {
    /// A game of a variant from a position, without any choice.
    #[must_use]
    pub fn of(game: VariantId, start: String) -> Self {
        Self {
            game,
            start,
            handicap: None,
            rules: BTreeMap::new(),
            clock: ClockSettings::default(),
            rated: false,
            start_limit_ms: None,
            listed: false,
        }
    }
}
