use super::super::error::{RecordError, RecordErrorKind};
use super::super::source::split_while;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`: name and value, the value with its backslashes.
    Tag(&'a str, &'a str),
    /// A comment without its braces.
    Comment(&'a str),
    /// `$1`.
    Nag(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a number or a result.
    Word(&'a str),
}

/// Splits a text into tokens.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, first_line: u32) -> Self {
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: first_line,
            column: 1,
        }
    }

    /// Line and column of the next character.
    pub(super) fn place(&self) -> (u32, u32) {
        (self.line, self.column)
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Consumes `bytes` of the text.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for character in taken.chars() {
            if character == '\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        self.rest = rest;
        taken
    }

    /// Skips spaces, and lines that begin with `%`.
    pub(super) fn skip_spaces(&mut self) {
        loop {
            let (spaces, rest) = split_while(self.rest, |c| c.is_whitespace() || c == '\u{feff}');
            self.take(spaces.len());
            if !(rest.starts_with('%') && self.column == 1) {
                return;
            }
            self.take(rest.find('\n').unwrap_or(rest.len()));
        }
    }

    /// The next token, at [`place`](Self::place) after [`skip_spaces`](Self::skip_spaces).
    pub(super) fn next(&mut self) -> Option<Result<Token<'a>, RecordError>> {
        self.skip_spaces();
        let place = self.place();
        let first = self.rest.chars().next()?;
        let token = match first {
            '[' => return Some(self.tag()),
            '{' => {
                self.take(1);
                let Some(end) = self.rest.find('}') else {
                    let found = self.take(self.rest.len());
                    let expected = "} after the comment";
                    let kind = RecordErrorKind::Unclosed;
                    return Some(Err(RecordError::new(kind, place, found, expected)));
                };
                let comment = self.take(end);
                self.take(1);
                Token::Comment(comment)
            }
            ';' => {
                self.take(1);
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(self.take(end))
            }
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            '$' => {
                self.take(1);
                let (digits, _) = split_while(self.rest, |c| c.is_ascii_digit());
                Token::Nag(self.take(digits.len()))
            }
            '}' | ']' => {
                let found = self.take(1);
                let expected = "a move, or what this is the end of";
                let kind = RecordErrorKind::UnexpectedText;
                return Some(Err(RecordError::new(kind, place, found, expected)));
            }
            _ => {
                let (word, _) = split_while(self.rest, |c| {
                    !c.is_whitespace()
                        && !matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '[' | ']')
                });
                Token::Word(self.take(word.len()))
            }
        };
        Some(Ok(token))
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        let place = self.place();
        let line_end = self.rest.find('\n').unwrap_or(self.rest.len());
        let line = self.take(line_end);
        let error = || {
            let expected = "a tag such as [White \"name\"]";
            RecordError::new(RecordErrorKind::BadHeader, place, line, expected)
        };
        let inside = line.strip_prefix('[').unwrap_or(line).trim_start();
        let (name, rest) = split_while(inside, |c| !c.is_whitespace() && c != '"' && c != ']');
        let value = rest.trim_start().strip_prefix('"').ok_or_else(error)?;
        let mut escaped = false;
        let end = value.find(|c: char| {
            let quote = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            quote
        });
        let (value, rest) = value.split_at(end.ok_or_else(error)?);
        if name.is_empty() || !rest[1..].trim_start().starts_with(']') {
            return Err(error());
        }
        Ok(Token::Tag(name, value))
    }
}
