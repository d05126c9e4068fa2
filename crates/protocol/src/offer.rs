use komadai_rules::Side;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// Back to before the last move of the offering player, clocks included.
    Takeback,
    /// Shogun Chess only.
    Draw,
    /// Counting the points of an impasse (Shogi, both kings in the other's zone).
    Impasse,
    /// After the end, with sides swapped.
    Rematch,
}

impl OfferKind {
    pub const ALL: [Self; 4] = [Self::Takeback, Self::Draw, Self::Impasse, Self::Rematch];
}

/// A pending offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    pub offer: OfferKind,
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::SideName))]
    pub by: Side,
}
