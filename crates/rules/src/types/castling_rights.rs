//! Castling rights (Shogun Chess).

use crate::types::side::Side;

/// Which castlings are still possible, by either side.
///
/// ```
/// use komadai_rules::{CastlingRights, Side};
/// let rights = CastlingRights::NONE.with(Side::First, true);
/// assert!(rights.has(Side::First, true) && !rights.has(Side::First, false));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No castling.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// Both sides may castle on both wings.
    pub const ALL: CastlingRights = CastlingRights(15);

    const fn bit(side: Side, kingside: bool) -> u8 {
        1 << (side as u8 * 2 + if kingside { 0 } else { 1 })
    }

    /// Whether `side` may still castle on this wing.
    #[must_use]
    pub const fn has(self, side: Side, kingside: bool) -> bool {
        self.0 & Self::bit(side, kingside) != 0
    }

    /// With this right added.
    #[must_use]
    pub const fn with(self, side: Side, kingside: bool) -> CastlingRights {
        CastlingRights(self.0 | Self::bit(side, kingside))
    }

    /// With this right removed.
    #[must_use]
    pub const fn without(self, side: Side, kingside: bool) -> CastlingRights {
        CastlingRights(self.0 & !Self::bit(side, kingside))
    }

    /// Whether nobody may castle.
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
