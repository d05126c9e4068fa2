//! The two dialects in which engines and board programs talk about positions and moves.

use alloc::string::String;

use komadai_rules::{AnyPosition, GameId, Move, Side};

use crate::moves::{fairy_move, usi_move};
use crate::position::{fairy_fen, position_text};

/// Which protocol is spoken.
///
/// ```
/// use komadai_notation::{Dialect, parse_move};
/// use komadai_rules::GameId;
/// let game = GameId::Shogi;
/// let mv = parse_move(game, "7g7f").unwrap();
/// assert_eq!(Dialect::Usi.move_text(game, mv), "7g7f");
/// assert_eq!(Dialect::Uci.move_text(game, mv), "c3c4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The protocol of Shogi programs.
    Usi,
    /// The protocol of chess programs, spelled as Fairy-Stockfish does.
    Uci,
}

impl Dialect {
    /// The word that opens the protocol: `usi` or `uci`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    /// A move as this dialect spells it, in any game.
    #[must_use]
    pub fn move_text(self, game: GameId, mv: Move) -> String {
        match self {
            Self::Usi => usi_move(game, mv),
            Self::Uci => fairy_move(game, mv),
        }
    }

    /// A position as this dialect spells it: the game's own text, or Fairy-Stockfish's FEN.
    #[must_use]
    pub fn position_text(self, position: &AnyPosition) -> String {
        match self {
            Self::Usi => position_text(position),
            Self::Uci => fairy_fen(position),
        }
    }

    /// What stands before a position in the command `position`.
    #[must_use]
    pub const fn position_word(self) -> &'static str {
        match self {
            Self::Usi => "sfen",
            Self::Uci => "fen",
        }
    }

    /// The side that the protocol calls black, as in `btime`: the first player in USI, the second
    /// in UCI, whatever the game.
    #[must_use]
    pub const fn black(self) -> Side {
        match self {
            Self::Usi => Side::First,
            Self::Uci => Side::Second,
        }
    }

    /// The answer where there is no move.
    #[must_use]
    pub const fn no_move(self) -> &'static str {
        match self {
            Self::Usi => "resign",
            Self::Uci => "(none)",
        }
    }

    /// An option's name: USI permits no spaces and gives two options names of its own.
    #[must_use]
    pub fn option_name(self, name: &str) -> String {
        match (self, name) {
            (Self::Usi, "Hash") => "USI_Hash".into(),
            (Self::Usi, "Ponder") => "USI_Ponder".into(),
            (Self::Usi, _) => name.replace(' ', "_"),
            (Self::Uci, _) => name.into(),
        }
    }
}
