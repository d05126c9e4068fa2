//! Puzzle themes, in the terms of chess and tsume problems.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        /// Puzzle themes. A closed list; `find_themes` in `themes/` defines each.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Theme {
            $($(#[$doc])* $name,)*
        }

        impl Theme {
            pub const ALL: &'static [Theme] = &[$(Theme::$name,)*];

            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Theme::$name => $text,)*
                }
            }
        }
    };
}

themes! {
    Drop "drop";
    Promotion "promotion";
    /// A move could promote, and must not.
    PromotionRefused "promotion-refused";
    /// A piece is given up: it is captured at once for more than it captured.
    Sacrifice "sacrifice";
    /// A move opens the line of another piece, which gives check.
    DiscoveredCheck "discovered-check";
    DoubleCheck "double-check";
    /// A move that neither captures, promotes nor gives check.
    QuietMove "quiet-move";
    Fork "fork";
    /// A pinned piece could otherwise capture the piece that moved.
    Pin "pin";
    /// A check is answered by an interposed piece.
    Interposition "interposition";
    CrossCheck "cross-check";
    /// The drop of a pawn or swallow would be mate, which is forbidden.
    PawnDropMate "pawn-drop-mate";
    Corner "corner";
    Edge "edge";
    /// An unguarded piece is captured.
    HangingPiece "hanging-piece";
    /// A guarded piece is captured, and the capturing piece is recaptured.
    Exchange "exchange";
    /// A general, archbishop, mortar or queen gives check or mate (Shogun Chess).
    PromotedMajor "promoted-major";
    Castling "castling";
    EnPassant "en-passant";
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no theme \"{0}\"")]
pub struct UnknownTheme(pub String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let theme = Theme::ALL
            .iter()
            .copied()
            .find(|theme| theme.name() == name);
        theme.ok_or_else(|| UnknownTheme(name.into()))
    }
}
