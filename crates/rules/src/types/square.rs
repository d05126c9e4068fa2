//! Squares, file-major.

use crate::variants::VariantId;

/// A square of a board: `index = file × ranks + rank`.
///
/// File 0 is the first side's leftmost file (file 9 in shogi, `a` in chess), rank 0 the first
/// side's back rank (rank `i` in shogi, 1 in chess). One step forward of the first side is `index +
/// 1`; rotating the board by 180° maps an index to `squares − 1 − index`.
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
    /// The square with this index. The index may lie beyond the board of a smaller variant.
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The square on this file and rank; `None` beyond the board.
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

    /// File times the number of ranks, plus rank; both from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, counted from the first side's leftmost.
    #[must_use]
    pub const fn file(self, variant: VariantId) -> u8 {
        self.0 / variant.ranks()
    }

    /// The rank, counted from the first side's back rank.
    #[must_use]
    pub const fn rank(self, variant: VariantId) -> u8 {
        self.0 % variant.ranks()
    }

    /// King's moves between two squares on an empty board (Chebyshev distance).
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Square, variant: VariantId) -> u8 {
        let files = self.file(variant).abs_diff(other.file(variant));
        let ranks = self.rank(variant).abs_diff(other.rank(variant));
        if files > ranks { files } else { ranks }
    }

    /// The same square seen from the other side of the board.
    #[must_use]
    pub const fn rotate_180(self, variant: VariantId) -> Square {
        Square(variant.squares() as u8 - 1 - self.0)
    }

    /// Returns `true` if the variant's board has this square.
    #[must_use]
    pub const fn is_on(self, variant: VariantId) -> bool {
        self.index() < variant.squares()
    }
}
