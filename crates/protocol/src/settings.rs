use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameName};

/// What a game is, fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameSettings {
    /// Which game.
    pub game: GameName,
    /// The start position as canonical text.
    pub start: String,
    /// The handicap the start position is, if it is one.
    pub handicap: Option<String>,
    /// All rule options with their values, defaults included.
    pub rules: BTreeMap<String, String>,
    /// The clock.
    pub clock: ClockSettings,
    /// Whether the end changes the ratings of the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Between people: no clock runs before both sides have made their first move. The time for each of these moves,
    /// milliseconds; 0: as long as it takes. `None`: the first clock runs from the start of the game, as in games of older
    /// servers and of one device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub start_limit_ms: Option<u32>,
}
