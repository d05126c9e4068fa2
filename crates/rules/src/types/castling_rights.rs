//! Castling rights (Shogun Chess).

use crate::types::side::Side;

/// The wing on which a king castles.
///
/// ```
/// use komadai_rules::CastlingSide;
/// assert_eq!(CastlingSide::BOTH[0], CastlingSide::Kingside);
/// ```
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

/// Which castlings are still possible, by either side.
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
    /// No castling.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// Both sides may castle on both wings.
    pub const ALL: CastlingRights = CastlingRights(15);

    const fn bit(side: Side, wing: CastlingSide) -> u8 {
        1 << (side as u8 * 2 + wing as u8)
    }

    /// Whether `side` may still castle on this wing.
    ///
    /// ```
    /// use komadai_rules::{CastlingRights, CastlingSide, Side};
    /// assert!(CastlingRights::ALL.has(Side::Second, CastlingSide::Queenside));
    /// assert!(!CastlingRights::NONE.has(Side::Second, CastlingSide::Queenside));
    /// ```
    #[must_use]
    pub const fn has(self, side: Side, wing: CastlingSide) -> bool {
        self.0 & Self::bit(side, wing) != 0
    }

    /// With this right added.
    ///
    /// ```
    /// use komadai_rules::{CastlingRights, CastlingSide, Side};
    /// let rights = CastlingRights::NONE.with(Side::Second, CastlingSide::Queenside);
    /// assert!(rights.has(Side::Second, CastlingSide::Queenside));
    /// ```
    #[must_use]
    pub const fn with(self, side: Side, wing: CastlingSide) -> CastlingRights {
        CastlingRights(self.0 | Self::bit(side, wing))
    }

    /// With this right removed.
    ///
    /// ```
    /// use komadai_rules::{CastlingRights, CastlingSide, Side};
    /// // The king has moved: both wings are lost.
    /// let rights = CastlingSide::BOTH
    ///     .into_iter()
    ///     .fold(CastlingRights::ALL, |rights, wing| rights.without(Side::First, wing));
    /// assert!(!rights.has(Side::First, CastlingSide::Kingside));
    /// assert!(rights.has(Side::Second, CastlingSide::Kingside));
    /// ```
    #[must_use]
    pub const fn without(self, side: Side, wing: CastlingSide) -> CastlingRights {
        CastlingRights(self.0 & !Self::bit(side, wing))
    }

    /// Whether nobody may castle.
    ///
    /// ```
    /// use komadai_rules::CastlingRights;
    /// assert!(CastlingRights::NONE.is_none());
    /// assert!(!CastlingRights::ALL.is_none());
    /// ```
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Bits 0 to 3: first side kingside, queenside, second side kingside, queenside.
    ///
    /// ```
    /// use komadai_rules::{CastlingRights, CastlingSide, Side};
    /// let queenside = CastlingRights::NONE.with(Side::First, CastlingSide::Queenside);
    /// assert_eq!(queenside.bits(), 0b0010);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}
