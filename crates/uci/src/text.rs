//! Words, and text from the other program in messages of our own.

use alloc::string::String;

/// The first word and what follows it, without the white space around either.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim_start()),
        None => (text, ""),
    }
}

/// Appends a space and a word.
pub(crate) fn push_word(line: &mut String, word: &str) {
    line.push(' ');
    line.push_str(word);
}

/// Appends a space and a text, its line breaks and other control characters as spaces: a message is
/// one line, whatever the text.
pub(crate) fn push_text(line: &mut String, text: &str) {
    line.push(' ');
    line.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
}

/// Text from another program, fit for a message: at most `max_chars` characters of it, control
/// characters escaped.
///
/// ```
/// use komadai_uci::excerpt;
/// assert_eq!(excerpt("abc\u{1b}[2J", 40), r"abc\u{1b}[2J");
/// assert_eq!(excerpt("abcdef", 3), "abc");
/// ```
#[must_use]
pub fn excerpt(text: &str, max_chars: usize) -> String {
    let mut shown = String::new();
    for c in text.chars().take(max_chars) {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A word in an error message.
pub(crate) fn word_excerpt(word: &str) -> String {
    excerpt(word, 40)
}
