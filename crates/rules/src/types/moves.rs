//! Moves in sixteen bits.

use crate::types::piece_kind::PieceKind;
use crate::types::square::Square;

const PROMOTE: u16 = 1 << 14;
const DROP: u16 = 1 << 15;

/// A move on the board or a drop, in sixteen bits.
///
/// Bits 0–6 are the target, bits 7–13 the origin or the dropped kind, bit 14 says that the piece
/// promotes, bit 15 that it is dropped. Castling is the king's step of two squares; an en passant
/// capture is the pawn's diagonal step. A `Move` says what a player tries: only a position knows
/// whether it is legal.
///
/// ```
/// use komadai_rules::{PieceKind, Move, Square};
/// let m = Move::drop(PieceKind::PAWN, Square::new(40));
/// assert!(m.is_drop());
/// assert_eq!(m.from(), None);
/// assert_eq!(Move::from_raw(m.raw()), m);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// No move at all. Never legal.
    pub const NONE: Move = Move(0);

    /// A move from one square to another, without promotion.
    ///
    /// ```
    /// use komadai_rules::{Move, Square};
    /// let m = Move::normal(Square::new(20), Square::new(21));
    /// assert_eq!((m.from(), m.to()), (Some(Square::new(20)), Square::new(21)));
    /// assert!(!m.is_promotion());
    /// ```
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move((to.index() as u16 & 127) | ((from.index() as u16 & 127) << 7))
    }

    /// A move from one square to another, with promotion.
    ///
    /// ```
    /// use komadai_rules::{Move, Square};
    /// let m = Move::promotion(Square::new(20), Square::new(21));
    /// assert!(m.is_promotion());
    /// assert_ne!(m, Move::normal(Square::new(20), Square::new(21)));
    /// ```
    #[must_use]
    pub const fn promotion(from: Square, to: Square) -> Move {
        Move(Move::normal(from, to).0 | PROMOTE)
    }

    /// A drop of a piece in hand.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Square};
    /// let m = Move::drop(PieceKind::PAWN, Square::new(40));
    /// assert_eq!((m.dropped(), m.to()), (Some(PieceKind::PAWN), Square::new(40)));
    /// ```
    #[must_use]
    pub const fn drop(kind: PieceKind, to: Square) -> Move {
        Move((to.index() as u16 & 127) | ((kind.index() as u16) << 7) | DROP)
    }

    /// A drop with promotion: never legal, but a person may try it and is owed a reason.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Position, RefusalCode, Setup, SetupRules, Shogi};
    /// use komadai_rules::{VariantId, Square};
    /// let setup = Setup::handicap(VariantId::Shogi, "three-pawns").unwrap();
    /// let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let m = Move::drop_promoted(PieceKind::PAWN, Square::new(40));
    /// assert_eq!(position.why_illegal(m).unwrap().code, RefusalCode::PromotedDrop);
    /// ```
    #[must_use]
    pub const fn drop_promoted(kind: PieceKind, to: Square) -> Move {
        Move(Move::drop(kind, to).0 | PROMOTE)
    }

    /// Where the piece arrives.
    ///
    /// ```
    /// use komadai_rules::{Move, Square};
    /// assert_eq!(Move::normal(Square::new(20), Square::new(21)).to(), Square::new(21));
    /// ```
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 127) as u8)
    }

    /// Where the piece comes from; `None` for a drop.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Square};
    /// assert_eq!(Move::normal(Square::new(20), Square::new(21)).from(), Some(Square::new(20)));
    /// assert_eq!(Move::drop(PieceKind::PAWN, Square::new(21)).from(), None);
    /// ```
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() {
            None
        } else {
            Some(Square::new((self.0 >> 7 & 127) as u8))
        }
    }

    /// The dropped kind; `None` for a move on the board.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Square};
    /// assert_eq!(Move::drop(PieceKind::PAWN, Square::new(21)).dropped(), Some(PieceKind::PAWN));
    /// assert_eq!(Move::normal(Square::new(20), Square::new(21)).dropped(), None);
    /// ```
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        if self.is_drop() {
            Some(PieceKind::new((self.0 >> 7 & 15) as u8))
        } else {
            None
        }
    }

    /// Whether the piece comes from the hand.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Square};
    /// assert!(Move::drop(PieceKind::PAWN, Square::new(21)).is_drop());
    /// assert!(!Move::normal(Square::new(20), Square::new(21)).is_drop());
    /// ```
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    /// Whether the piece promotes.
    ///
    /// ```
    /// use komadai_rules::{Move, Square};
    /// assert!(Move::promotion(Square::new(20), Square::new(21)).is_promotion());
    /// assert!(!Move::normal(Square::new(20), Square::new(21)).is_promotion());
    /// ```
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// The sixteen bits.
    ///
    /// ```
    /// use komadai_rules::{Move, Square};
    /// assert_eq!(Move::normal(Square::new(20), Square::new(21)).raw(), 20 << 7 | 21);
    /// ```
    #[must_use]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// A move from sixteen bits; any value is a move that someone may try.
    ///
    /// ```
    /// use komadai_rules::{Move, PieceKind, Square};
    /// let m = Move::from_raw(1 << 15 | 40);
    /// assert_eq!(m, Move::drop(PieceKind::PAWN, Square::new(40)));
    /// ```
    #[must_use]
    pub const fn from_raw(raw: u16) -> Move {
        Move(raw)
    }
}
