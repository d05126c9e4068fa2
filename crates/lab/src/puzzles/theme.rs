//! What a solver meets in a puzzle, in the words of chess and tsume problems.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        /// What a solver meets in a puzzle. A closed list; `find_themes` in `themes/` says what each needs.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Theme {
            $($(#[$doc])* $name,)*
        }

        impl Theme {
            /// Every theme.
            pub const ALL: &'static [Theme] = &[$(Theme::$name,)*];

            /// Its name in files, in kebab case.
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
    /// The first move is a drop.
    Drop "drop";
    /// The first move promotes.
    Promotion "promotion";
    /// A move could promote, and must not.
    PromotionRefused "promotion-refused";
    /// A piece is given up: taken at once by more than it took.
    Sacrifice "sacrifice";
    /// A move opens the line of another piece, which gives check.
    DiscoveredCheck "discovered-check";
    /// Two pieces give check at once.
    DoubleCheck "double-check";
    /// A move that neither takes, promotes nor gives check.
    QuietMove "quiet-move";
    /// A piece attacks two others at once.
    Fork "fork";
    /// A pinned piece could otherwise take the piece that moved.
    Pin "pin";
    /// A check is answered by a piece put between.
    Interposition "interposition";
    /// A check is answered by a check.
    CrossCheck "cross-check";
    /// The drop of a pawn or swallow would be mate, which is forbidden.
    PawnDropMate "pawn-drop-mate";
    /// The king is mated in the corner.
    Corner "corner";
    /// The king is mated on the edge.
    Edge "edge";
    /// A piece that nobody guards is taken.
    HangingPiece "hanging-piece";
    /// A guarded piece is taken, and the piece that took it is taken back.
    Exchange "exchange";
    /// A general, archbishop, mortar or queen gives check or mate (Shogun Chess).
    PromotedMajor "promoted-major";
    /// The king castles.
    Castling "castling";
    /// A pawn is captured en passant.
    EnPassant "en-passant";
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no theme of this name.
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
