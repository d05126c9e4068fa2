use alloc::string::String;

use komadai_notation::Dialect;
use komadai_rules::{Move, TextError, VariantId};

use crate::text::push_word;

/// Context of every line: the protocol and the variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Protocol {
    /// USI or UCI.
    pub dialect: Dialect,
    /// The variant of moves and positions.
    pub variant: VariantId,
}

impl Protocol {
    /// `dialect`, with squares and moves of `variant`.
    #[must_use]
    pub const fn new(dialect: Dialect, variant: VariantId) -> Self {
        Self { dialect, variant }
    }

    pub(crate) fn read_move(self, text: &str) -> Result<Move, TextError> {
        Move::parse(self.variant, text)
    }

    pub(crate) fn push_moves(self, line: &mut String, moves: &[Move]) {
        for &mv in moves {
            push_word(line, &self.dialect.move_text(self.variant, mv));
        }
    }
}
