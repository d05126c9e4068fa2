use alloc::vec::Vec;
use core::fmt;

use crate::types::square::Square;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $code:literal $text:literal;)*) => {
        /// The reason why a move is refused.
        ///
        /// ```
        /// use komadai_rules::RefusalCode;
        /// let code = RefusalCode::Nifu;
        /// assert_eq!(code.to_string(), "an unpromoted own pawn already stands on that file");
        /// ```
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "kebab-case")
        )]
        pub enum RefusalCode {
            $($(#[$doc])* $name,)*
        }

        impl RefusalCode {
            /// All codes.
            pub const ALL: &'static [RefusalCode] = &[$(RefusalCode::$name,)*];

            /// Stable name, in kebab case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(RefusalCode::$name => $code,)*
                }
            }
        }

        impl fmt::Display for RefusalCode {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(RefusalCode::$name => $text,)*
                })
            }
        }
    };
}

codes! {
    /// The game has ended.
    GameOver "game-over" "the game is over";
    /// The origin is empty.
    NoPiece "no-piece" "there is no piece on that square";
    /// The piece on the origin is the opponent's.
    NotYourPiece "not-your-piece" "that piece belongs to the opponent";
    /// A drop of a kind that the side to move does not hold.
    NotInHand "not-in-hand" "there is no such piece in hand";
    /// A drop on an occupied square.
    Occupied "occupied" "pieces are dropped on empty squares only";
    /// The target holds an own piece.
    OwnPiece "own-piece" "an own piece stands there";
    /// The piece does not move that way.
    WrongMovement "wrong-movement" "the piece does not move that way";
    /// The path is blocked.
    Blocked "blocked" "something stands in the way";
    /// A second unpromoted pawn on a file.
    Nifu "nifu" "an unpromoted own pawn already stands on that file";
    /// More unpromoted pawns on a file than the variant allows, where it allows several.
    FileLimit "file-limit" "as many unpromoted own pawns as allowed already stand on that file";
    /// The piece could never move from there.
    DeadSquare "dead-square" "the piece could never move from that square";
    /// A pawn or swallow drop that mates.
    PawnDropMate "pawn-drop-mate" "a dropped pawn may not give checkmate";
    /// A pawn drop that gives check, where the rules forbid it.
    PawnDropCheck "pawn-drop-check" "by the agreed rules a dropped pawn may not give check";
    /// The own king would be attacked.
    KingInCheck "king-in-check" "the own king would be in check";
    /// An unpromoted move where promotion is compulsory.
    MustPromote "must-promote" "the piece must promote with this move";
    /// The kind has no promoted form, or is promoted already.
    CannotPromote "cannot-promote" "this piece does not promote";
    /// The move does not touch the promotion zone.
    OutsidePromotionZone "outside-promotion-zone" "only a move that starts or ends in the promotion zone can promote";
    /// A drop with promotion.
    PromotedDrop "promoted-drop" "pieces are dropped unpromoted";
    /// A drop beyond the own first ranks.
    OutsideDropRegion "outside-drop-region" "pieces are dropped on one's own first ranks only";
    /// More pieces of a promoted kind than a side may have on the board.
    BoardLimit "board-limit" "as many pieces of that kind as a side may have already stand on the board";
    /// A promotion while capturing en passant.
    EnPassantPromotion "en-passant-promotion" "a capture en passant never promotes";
    /// King or rook has moved, or was captured or dropped.
    CastlingRightLost "castling-right-lost" "king or rook has moved: castling on this side is no longer possible";
    /// A piece stands between king and rook.
    CastlingBlocked "castling-blocked" "castling needs empty squares between king and rook";
    /// The king would cross or reach an attacked square.
    CastlingThroughCheck "castling-through-check" "the king may not castle through or into an attacked square";
    /// Castling out of check.
    CastlingInCheck "castling-in-check" "the king may not castle while in check";
    /// A square beyond the board.
    NoSuchSquare "no-such-square" "the board has no such square";
}

impl RefusalCode {
    /// Inverse of [`name`](RefusalCode::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<RefusalCode> {
        RefusalCode::ALL
            .iter()
            .copied()
            .find(|code| code.name() == name)
    }
}

/// A refused move: the reason, and squares that show it.
///
/// ```
/// use komadai_rules::{Move, PieceKind, Position, RefusalCode, Shogi, Square};
/// let start = Position::<Shogi>::start();
/// let mv = Move::drop(PieceKind::PAWN, Square::new(40));
/// let refusal = start.why_illegal(mv).unwrap();
/// assert_eq!(refusal.code, RefusalCode::NotInHand);
/// assert_eq!(refusal.to_string(), "there is no such piece in hand");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// Squares that explain the reason: the pawn already on the file, the attackers of the king, …
    pub squares: Vec<Square>,
    /// The limit of the rule: pawns per file, pieces of a kind on the board, ranks for drops.
    pub limit: Option<u8>,
}

impl Refusal {
    pub(crate) const fn new(code: RefusalCode, squares: Vec<Square>) -> Refusal {
        Refusal {
            code,
            squares,
            limit: None,
        }
    }

    pub(crate) const fn with_limit(code: RefusalCode, limit: u8, squares: Vec<Square>) -> Refusal {
        Refusal {
            code,
            squares,
            limit: Some(limit),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code.fmt(f)
    }
}

impl core::error::Error for Refusal {}
