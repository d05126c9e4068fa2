use crate::types::castling_rights::CastlingSide;
use crate::types::piece_kind::PieceKind;

/// Castling rules (`docs/rules/shogun.md#castling`). King and rook stay on their own back rank;
/// files count from 0 at the first side's left.
///
/// ```
/// use komadai_rules::VariantId;
/// let castling = VariantId::Shogun.spec().castling.unwrap();
/// // From the e-file with the rook of the h-file: the king arrives on g.
/// assert_eq!((castling.king_from, castling.kingside.rook_from), (4, 7));
/// assert_eq!(castling.kingside.king_to, 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CastlingSpec {
    /// The kind the king castles with.
    pub rook: PieceKind,
    /// File on which the king stands.
    pub king_from: u8,
    /// Short castling.
    pub kingside: CastlingFiles,
    /// Long castling.
    pub queenside: CastlingFiles,
}

/// Files of king and rook in castling to one wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingFiles {
    /// File on which the king arrives.
    pub king_to: u8,
    /// File on which the rook stands.
    pub rook_from: u8,
    /// File on which the rook arrives, the one the king passes.
    pub rook_to: u8,
}

impl CastlingSpec {
    /// [`kingside`](Self::kingside) or [`queenside`](Self::queenside).
    #[must_use]
    pub const fn files(&self, wing: CastlingSide) -> CastlingFiles {
        match wing {
            CastlingSide::Kingside => self.kingside,
            CastlingSide::Queenside => self.queenside,
        }
    }
}
