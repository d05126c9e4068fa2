//! Castling as data.

use crate::types::castling_rights::CastlingSide;
use crate::types::piece_kind::PieceKind;

/// How kings castle (`docs/rules/shogun.md#castling`): everything happens on the own back rank. Files count
/// from 0 at the left of the first side.
///
/// ```
/// use komadai_rules::VariantId;
/// let castling = VariantId::Shogun.spec().castling.unwrap();
/// // From the e-file with the rook of the h-file: the king arrives on g.
/// assert_eq!((castling.king_from, castling.kingside.rook_from), (4, 7));
/// assert_eq!(castling.kingside.king_to, 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSpec {
    /// What the king castles with.
    pub rook: PieceKind,
    /// The file on which the king stands.
    pub king_from: u8,
    /// Castling short.
    pub kingside: CastlingFiles,
    /// Castling long.
    pub queenside: CastlingFiles,
}

/// The files of one castling.
///
/// ```
/// use komadai_rules::{CastlingFiles, VariantId};
/// let long = VariantId::Shogun.spec().castling.unwrap().queenside;
/// assert_eq!(long, CastlingFiles { king_to: 2, rook_from: 0, rook_to: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingFiles {
    /// Where the king arrives.
    pub king_to: u8,
    /// Where the rook stands.
    pub rook_from: u8,
    /// Where the rook arrives, which is where the king passes.
    pub rook_to: u8,
}

impl CastlingSpec {
    /// The files of a wing.
    ///
    /// ```
    /// use komadai_rules::{CastlingSide, VariantId};
    /// let castling = VariantId::Shogun.spec().castling.unwrap();
    /// assert_eq!(castling.files(CastlingSide::Queenside), castling.queenside);
    /// ```
    #[must_use]
    pub const fn files(&self, wing: CastlingSide) -> CastlingFiles {
        match wing {
            CastlingSide::Kingside => self.kingside,
            CastlingSide::Queenside => self.queenside,
        }
    }
}
