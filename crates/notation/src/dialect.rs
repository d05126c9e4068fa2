//! The two engine protocols, as far as their positions and moves differ.

use alloc::string::{String, ToString as _};

use komadai_rules::{AnyPosition, Move, Side, VariantId};

/// Protocol between engine and user interface.
///
/// ```
/// use komadai_notation::Dialect;
/// use komadai_rules::{Move, VariantId};
/// let variant = VariantId::Shogi;
/// let mv = Move::parse(variant, "7g7f").unwrap();
/// assert_eq!(Dialect::Usi.move_text(variant, mv), "7g7f");
/// assert_eq!(Dialect::Uci.move_text(variant, mv), "c3c4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Shogi Interface.
    Usi,
    /// The Universal Chess Interface, as Fairy-Stockfish extends it.
    Uci,
}

impl Dialect {
    /// The command that selects the protocol: `usi` or `uci`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// The move in the protocol's spelling, for any variant; see [`Move::usi`] and [`Move::uci`].
    #[must_use]
    pub fn move_text(self, variant: VariantId, mv: Move) -> String {
        match self {
            Self::Usi => mv.usi(variant).to_string(),
            Self::Uci => mv.uci(variant).to_string(),
        }
    }

    /// The position as arguments of the command `position`: its canonical text in USI,
    /// [`AnyPosition::fairy_fen`] in UCI.
    #[must_use]
    pub fn position_text(self, position: &AnyPosition) -> String {
        match self {
            Self::Usi => position.to_string(),
            Self::Uci => position.fairy_fen(),
        }
    }

    /// The keyword before a position in the command `position`: `sfen` or `fen`.
    #[must_use]
    pub const fn position_word(self) -> &'static str {
        match self {
            Self::Usi => "sfen",
            Self::Uci => "fen",
        }
    }

    /// The side that the protocol calls black, as in `btime`: the first player in USI, the second
    /// in UCI.
    #[must_use]
    pub const fn black(self) -> Side {
        match self {
            Self::Usi => Side::First,
            Self::Uci => Side::Second,
        }
    }
}
