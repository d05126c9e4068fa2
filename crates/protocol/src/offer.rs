use serde::{Deserialize, Serialize};

use crate::SideName;

/// What one player can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// Go back to before the proposer's last move. Clocks go back too.
    Takeback,
    /// Agree a draw (Shogun Chess only).
    Draw,
    /// Count the points of an impasse (Shogi, both kings in the other's zone).
    Impasse,
    /// Another game with sides swapped, after the end.
    Rematch,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Takeback, Self::Draw, Self::Impasse, Self::Rematch];
}

/// A proposal that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Offer {
    /// What is proposed.
    pub offer: OfferKind,
    /// Who proposes it.
    pub by: SideName,
}
