//! Castling as data.

use crate::types::castling_rights::CastlingSide;
use crate::types::piece_kind::PieceKind;

/// How kings castle: everything happens on the own back rank.
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
    #[must_use]
    pub const fn files(&self, wing: CastlingSide) -> CastlingFiles {
        match wing {
            CastlingSide::Kingside => self.kingside,
            CastlingSide::Queenside => self.queenside,
        }
    }
}
