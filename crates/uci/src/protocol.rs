//! Which protocol is spoken about which game.

use alloc::string::String;

use komadai_notation::{Dialect, TextError, parse_move};
use komadai_rules::{Move, VariantId};

use crate::text::push_word;

/// What a line means depends on: the protocol that is spoken and the game that is played.
///
/// ```
/// use komadai_notation::Dialect;
/// use komadai_rules::VariantId;
/// use komadai_uci::{GuiMessage, Protocol};
///
/// let uci = Protocol::new(Dialect::Uci, VariantId::Shogi);
/// assert_eq!(GuiMessage::NewGame.to_text(uci), "ucinewgame");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Protocol {
    /// USI or UCI.
    pub dialect: Dialect,
    /// The game that moves and positions belong to.
    pub variant: VariantId,
}

impl Protocol {
    /// This protocol, about this game.
    #[must_use]
    pub const fn new(dialect: Dialect, variant: VariantId) -> Self {
        Self { dialect, variant }
    }

    /// Reads a move in either spelling.
    pub(crate) fn read_move(self, text: &str) -> Result<Move, TextError> {
        parse_move(self.variant, text)
    }

    /// Appends moves, a space before each.
    pub(crate) fn push_moves(self, line: &mut String, moves: &[Move]) {
        for &mv in moves {
            push_word(line, &self.dialect.move_text(self.variant, mv));
        }
    }
}
