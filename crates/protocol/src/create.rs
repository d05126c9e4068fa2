use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ClockSettings, GameName, SideChoice};

/// Body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// Which game.
    pub game: GameName,
    /// The maker's side.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<SideChoice>")
    )]
    pub side: SideChoice,
    /// A start position (SFEN or FEN); not together with `handicap`.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub position: Option<String>,
    /// A handicap of the game, by its id; not together with `position`.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub handicap: Option<String>,
    /// Rule options that differ from the defaults.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<BTreeMap<String, String>>")
    )]
    pub rules: BTreeMap<String, String>,
    /// The clock; byo-yomi when left out.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<ClockSettings>")
    )]
    pub clock: ClockSettings,
    /// What the maker is called; a guest when left out or empty.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub name: Option<String>,
    /// Whether anyone may join, not only who has the invitation: the game is in the lobby.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub open: bool,
    /// Whether the end changes the ratings of the players: from the usual start position, with a clock.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}
