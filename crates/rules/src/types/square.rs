//! Squares, file-major.

use crate::variants::VariantId;

/// A square of a board: `index = file × ranks + rank`.
///
/// File 0 is the first side's leftmost file (file 9 in shogi, `a` in chess), rank 0 the first
/// side's own back rank (rank `i` in shogi, 1 in chess). One step forward for the first side is
/// `index + 1`, and turning the board around is `squares − 1 − index`.
///
/// ```
/// use komadai_rules::{VariantId, Square};
/// let e1 = Square::from_coords(VariantId::Shogun, 4, 0).unwrap();
/// assert_eq!((e1.file(VariantId::Shogun), e1.rank(VariantId::Shogun)), (4, 0));
/// assert_eq!(Square::from_coords(VariantId::Minishogi, 5, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index. Whether it is on the board depends on the game.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// let square = Square::new(25);
    /// assert!(square.is_on(VariantId::Shogi) && !square.is_on(VariantId::Minishogi));
    /// ```
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The square on this file and rank, if the board of `game` has it.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// let corner = Square::from_coords(VariantId::Shogi, 8, 8).unwrap(); // 1a
    /// assert_eq!(corner.index(), 80);
    /// assert_eq!(Square::from_coords(VariantId::Shogi, 0, 9), None);
    /// ```
    #[must_use]
    pub const fn from_coords(variant: VariantId, file: u8, rank: u8) -> Option<Square> {
        if file < variant.files() && rank < variant.ranks() {
            Some(Square(file * variant.ranks() + rank))
        } else {
            None
        }
    }

    /// The index of this square.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// let b1 = Square::from_coords(VariantId::Shogun, 1, 0).unwrap();
    /// assert_eq!(b1.index(), 8);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Files to the right of the first side's leftmost file.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// // 7g is on the third file from the left.
    /// assert_eq!(Square::new(20).file(VariantId::Shogi), 2);
    /// ```
    #[must_use]
    pub const fn file(self, variant: VariantId) -> u8 {
        self.0 / variant.ranks()
    }

    /// Ranks in front of the first side's back rank.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// // 7g is on the third rank from below.
    /// assert_eq!(Square::new(20).rank(VariantId::Shogi), 2);
    /// ```
    #[must_use]
    pub const fn rank(self, variant: VariantId) -> u8 {
        self.0 % variant.ranks()
    }

    /// The same square seen from the other side of the board.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// let corner = Square::new(0);
    /// assert_eq!(corner.rotate_180(VariantId::Shogi), Square::new(80));
    /// ```
    #[must_use]
    pub const fn rotate_180(self, variant: VariantId) -> Square {
        Square(variant.squares() as u8 - 1 - self.0)
    }

    /// Whether the board of `game` has this square.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Square};
    /// assert!(Square::new(63).is_on(VariantId::Shogun));
    /// assert!(!Square::new(64).is_on(VariantId::Shogun));
    /// ```
    #[must_use]
    pub const fn is_on(self, variant: VariantId) -> bool {
        self.index() < variant.squares()
    }
}
