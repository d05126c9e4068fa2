use core::str::Chars;

use komadai_rules::{Square, VariantId};

#[derive(Clone)]
pub(super) struct Cursor<'a>(Chars<'a>);

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(text.chars())
    }

    /// The unread text.
    pub(super) fn rest(&self) -> &'a str {
        self.0.as_str()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.0.clone().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        self.0.next()
    }

    /// Reads `wanted` if it is the next character; returns `true` if it was.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Reads the name of a square in USI or UCI; the cursor moves only if there is one.
    pub(super) fn square(&mut self, variant: VariantId) -> Option<Square> {
        let (name, rest) = self.rest().split_at_checked(2)?;
        let square = Square::parse(variant, name).ok()?;
        *self = Self::new(rest);
        Some(square)
    }
}
