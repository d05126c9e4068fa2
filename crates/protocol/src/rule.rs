use serde::{Deserialize, Serialize};

macro_rules! rule_codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Which rule forbids a move. The names are those of the rules crate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        pub enum RuleCode {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl RuleCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name used in messages.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The code of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

rule_codes! {
    /// The game is over.
    GameOver = "game-over",
    /// Nothing stands on the square of origin.
    NoPiece = "no-piece",
    /// The piece belongs to the other side.
    NotYourPiece = "not-your-piece",
    /// No such piece in hand.
    NotInHand = "not-in-hand",
    /// The square of a drop is occupied.
    Occupied = "occupied",
    /// A piece of one's own stands on the target.
    OwnPiece = "own-piece",
    /// The piece does not move like that.
    WrongMovement = "wrong-movement",
    /// Something stands in between.
    Blocked = "blocked",
    /// A second unpromoted pawn on a file.
    Nifu = "nifu",
    /// More unpromoted pawns on a file than allowed, where several are.
    FileLimit = "file-limit",
    /// The piece could never move again.
    DeadSquare = "dead-square",
    /// A pawn or swallow drop may not mate.
    PawnDropMate = "pawn-drop-mate",
    /// A pawn drop may not give check (option).
    PawnDropCheck = "pawn-drop-check",
    /// One's king would be in check.
    KingInCheck = "king-in-check",
    /// The piece has to promote.
    MustPromote = "must-promote",
    /// This piece never promotes.
    CannotPromote = "cannot-promote",
    /// Promotion needs the zone.
    OutsidePromotionZone = "outside-promotion-zone",
    /// Pieces are dropped unpromoted.
    PromotedDrop = "promoted-drop",
    /// Outside the region for drops.
    OutsideDropRegion = "outside-drop-region",
    /// More pieces of a promoted kind on the board than a side may have.
    BoardLimit = "board-limit",
    /// A capture en passant does not promote.
    EnPassantPromotion = "en-passant-promotion",
    /// The right to castle is gone.
    CastlingRightLost = "castling-right-lost",
    /// Something stands between king and rook.
    CastlingBlocked = "castling-blocked",
    /// The king would pass through check.
    CastlingThroughCheck = "castling-through-check",
    /// No castling out of check.
    CastlingInCheck = "castling-in-check",
    /// The move names a square or piece that this game does not have.
    NoSuchSquare = "no-such-square",
}
