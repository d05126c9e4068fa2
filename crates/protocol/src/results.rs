use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use crate::Rating;

/// Results of the player's games against others in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameResults {
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "GameName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::GameName))]
    pub game: VariantId,
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// `null` before the first rated game.
    #[serde(default)]
    pub rating: Option<Rating>,
}

/// Answer of `GET /api/results`. Games that were aborted or never joined do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultList {
    /// Only variants in which the player has finished a game.
    pub results: Vec<GameResults>,
}
