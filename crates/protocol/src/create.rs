use std::collections::BTreeMap;

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::{ClockSettings, SideChoice};

/// Body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::GameName))]
    pub game: VariantId,
    /// Side of the player who makes the game.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<SideChoice>")
    )]
    pub side: SideChoice,
    /// Start position (SFEN or FEN); excludes `handicap`.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub position: Option<String>,
    /// Id of a handicap of the variant; excludes `position`.
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
    /// Default: byo-yomi, 10 minutes and 30 seconds a move.
    #[serde(default)]
    #[cfg_attr(
        any(test, feature = "typescript"),
        ts(optional, as = "Option<ClockSettings>")
    )]
    pub clock: ClockSettings,
    /// Guest if omitted or empty.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub name: Option<String>,
    /// Open challenge: anyone may join, from the lobby.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub open: bool,
    /// Needs the usual start position and a clock.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// List the game while it is played. Default: `open`, since only its players know the address of any other game.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub listed: Option<bool>,
}

impl CreateGame {
    /// A game of a variant without any choice.
    #[must_use]
    pub fn of(game: VariantId) -> Self {
        Self {
            game,
            side: SideChoice::default(),
            position: None,
            handicap: None,
            rules: BTreeMap::new(),
            clock: ClockSettings::default(),
            name: None,
            open: false,
            rated: false,
            listed: None,
        }
    }
}

/// Optional body of `POST /api/games/{id}/join` and of `POST /api/games/{id}/name`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// Secret for the free seat: the fragment (after `#`) of the invitation's address.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub invitation: Option<String>,
    /// Guest if omitted or empty.
    #[serde(default)]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub name: Option<String>,
}
