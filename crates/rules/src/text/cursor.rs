#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Bytes read so far.
    pub(crate) const fn offset(&self) -> usize {
        self.at
    }

    /// The unread text.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text read since `start`, an earlier [`offset`](Self::offset).
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character as text, for error messages; empty at the end.
    pub(crate) fn peek_text(&self) -> &'a str {
        let rest = self.rest();
        let len = rest.chars().next().map_or(0, char::len_utf8);
        &rest[..len]
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads `wanted` if it is the next character; returns `true` if it was.
    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    pub(crate) fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Skips white space and reads a word. Returns the word, empty at the end of the text, and its
    /// offset.
    pub(crate) fn word(&mut self) -> (&'a str, usize) {
        self.skip_spaces();
        let start = self.at;
        while self.peek().is_some_and(|next| !next.is_whitespace()) {
            self.next();
        }
        (self.since(start), start)
    }
}
