//! Lines of a record, and places in them.

use alloc::string::String;

use super::error::{RecordError, RecordErrorKind};

/// A line without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Line number, from 1.
    pub(crate) number: u32,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    /// The lines of a text; `first` is the number of the first one.
    pub(crate) fn all(text: &'a str, first: u32) -> impl Iterator<Item = Line<'a>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.split('\n').zip(first..).map(|(text, number)| Line {
            number,
            text: text.strip_suffix('\r').unwrap_or(text),
        })
    }

    /// Line and column of a part of the line, which must be a slice of it.
    pub(crate) fn place(self, part: &str) -> (u32, u32) {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or_default();
        (self.number, column(before))
    }

    pub(crate) fn error(
        self,
        kind: RecordErrorKind,
        part: &str,
        expected: impl Into<String>,
    ) -> RecordError {
        RecordError::new(kind, self.place(part), part, expected)
    }
}

/// The column after a text at the beginning of a line.
pub(crate) fn column(before: &str) -> u32 {
    u32::try_from(before.chars().count()).map_or(u32::MAX, |count| count.saturating_add(1))
}

/// The text without leading spaces, full-width ones included.
pub(crate) fn skip_spaces(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\u{3000}'])
}

/// Splits off the longest prefix whose characters are all `wanted`.
pub(crate) fn split_while(text: &str, wanted: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c: char| !wanted(c)).unwrap_or(text.len());
    text.split_at(end)
}

pub(crate) fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
