use serde::{Deserialize, Serialize};

macro_rules! rule_codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Rule that forbids a move, named as in the rules crate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        pub enum RuleCode {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl RuleCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

rule_codes! {
    GameOver = "game-over",
    NoPiece = "no-piece",
    NotYourPiece = "not-your-piece",
    NotInHand = "not-in-hand",
    /// On a drop.
    Occupied = "occupied",
    /// On the target square.
    OwnPiece = "own-piece",
    WrongMovement = "wrong-movement",
    Blocked = "blocked",
    /// Second unpromoted pawn on a file.
    Nifu = "nifu",
    /// Too many unpromoted pawns on a file, in a variant that allows more than one.
    FileLimit = "file-limit",
    /// The piece could never move again.
    DeadSquare = "dead-square",
    /// Mate by a pawn or swallow drop.
    PawnDropMate = "pawn-drop-mate",
    /// Check by a pawn drop (rule option).
    PawnDropCheck = "pawn-drop-check",
    KingInCheck = "king-in-check",
    MustPromote = "must-promote",
    CannotPromote = "cannot-promote",
    OutsidePromotionZone = "outside-promotion-zone",
    PromotedDrop = "promoted-drop",
    OutsideDropRegion = "outside-drop-region",
    /// Too many pieces of a promoted kind on the board.
    BoardLimit = "board-limit",
    EnPassantPromotion = "en-passant-promotion",
    CastlingRightLost = "castling-right-lost",
    CastlingBlocked = "castling-blocked",
    CastlingThroughCheck = "castling-through-check",
    CastlingInCheck = "castling-in-check",
    /// A square or piece that the variant lacks.
    NoSuchSquare = "no-such-square",
}
