//! 16-bit moves.

use crate::types::piece_kind::PieceKind;
use crate::types::square::Square;

const PROMOTE: u16 = 1 << 14;
const DROP: u16 = 1 << 15;

/// A move on the board or a drop, in 16 bits.
///
/// Bits 0–6 are the target, bits 7–13 the origin or the dropped kind, bit 14 is set for a
/// promotion, bit 15 for a drop. Castling is the king's step of two squares; an en passant capture
/// is the pawn's diagonal step. A `Move` may be illegal: legality depends on the position.
///
/// ```
/// use komadai_rules::{PieceKind, Move, Square};
/// let mv = Move::drop(PieceKind::PAWN, Square::new(40));
/// assert!(mv.is_drop());
/// assert_eq!(mv.from(), None);
/// assert_eq!(Move::from_raw(mv.raw()), mv);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The null move. Never legal.
    pub const NONE: Move = Move(0);

    /// A move on the board without promotion.
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move((to.index() as u16 & 127) | ((from.index() as u16 & 127) << 7))
    }

    /// A move on the board with promotion.
    #[must_use]
    pub const fn promotion(from: Square, to: Square) -> Move {
        Move(Move::normal(from, to).0 | PROMOTE)
    }

    /// A drop of a piece in hand.
    #[must_use]
    pub const fn drop(kind: PieceKind, to: Square) -> Move {
        Move((to.index() as u16 & 127) | ((kind.index() as u16) << 7) | DROP)
    }

    /// A drop with promotion. Never legal; it exists so that the attempt can be explained.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Position, RefusalCode, Setup, SetupRules, Shogi};
    /// use komadai_rules::{VariantId, Square};
    /// let setup = Setup::handicap(VariantId::Shogi, "three-pawns").unwrap();
    /// let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mv = Move::drop_promoted(PieceKind::PAWN, Square::new(40));
    /// assert_eq!(position.why_illegal(mv).unwrap().code, RefusalCode::PromotedDrop);
    /// ```
    #[must_use]
    pub const fn drop_promoted(kind: PieceKind, to: Square) -> Move {
        Move(Move::drop(kind, to).0 | PROMOTE)
    }

    /// Target square.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 127) as u8)
    }

    /// Origin square; `None` for a drop.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() {
            None
        } else {
            Some(Square::new((self.0 >> 7 & 127) as u8))
        }
    }

    /// The dropped kind; `None` for a move on the board.
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        if self.is_drop() {
            Some(PieceKind::new((self.0 >> 7 & 15) as u8))
        } else {
            None
        }
    }

    /// Returns `true` for a drop.
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    /// Returns `true` for a promotion.
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// The 16 bits.
    #[must_use]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The move with these 16 bits; every value is a move that may be tried.
    #[must_use]
    pub const fn from_raw(raw: u16) -> Move {
        Move(raw)
    }
}
