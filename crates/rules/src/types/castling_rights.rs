//! Castling rights (Shogun Chess).

use crate::types::side::Side;

/// The wing on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastlingSide {
    /// Short castling.
    Kingside,
    /// Long castling.
    Queenside,
}

impl CastlingSide {
    /// Both wings, kingside first.
    pub const BOTH: [CastlingSide; 2] = [CastlingSide::Kingside, CastlingSide::Queenside];
}

/// Castling rights of both sides.
///
/// ```
/// use komadai_rules::{CastlingRights, CastlingSide, Side};
/// let rights = CastlingRights::NONE.with(Side::First, CastlingSide::Kingside);
/// assert!(rights.has(Side::First, CastlingSide::Kingside));
/// assert!(!rights.has(Side::First, CastlingSide::Queenside));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// All rights of both sides.
    pub const ALL: CastlingRights = CastlingRights(15);

    const fn bit(side: Side, wing: CastlingSide) -> u8 {
        1 << (side as u8 * 2 + wing as u8)
    }

    /// Returns `true` if `side` may still castle on this wing.
    #[must_use]
    pub const fn has(self, side: Side, wing: CastlingSide) -> bool {
        self.0 & Self::bit(side, wing) != 0
    }

    /// These rights with one added.
    #[must_use]
    pub const fn with(self, side: Side, wing: CastlingSide) -> CastlingRights {
        CastlingRights(self.0 | Self::bit(side, wing))
    }

    /// These rights with one removed.
    #[must_use]
    pub const fn without(self, side: Side, wing: CastlingSide) -> CastlingRights {
        CastlingRights(self.0 & !Self::bit(side, wing))
    }

    /// Returns `true` if neither side has a right left.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Bits 0 to 3: first side kingside, queenside, second side kingside, queenside.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}
