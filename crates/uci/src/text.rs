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

/// Appends a space and a text without the white space around it. A run of white space with control
/// characters in it becomes one space, other control characters become U+FFFD: a message is one line,
/// and is read again as it was written.
pub(crate) fn push_text(line: &mut String, text: &str) {
    line.push(' ');
    let mut run = String::new();
    for c in text.trim().chars() {
        if c.is_whitespace() {
            run.push(c);
            continue;
        }
        if run.contains(char::is_control) {
            line.push(' ');
        } else {
            line.push_str(&run);
        }
        run.clear();
        line.push(if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        });
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_control_characters_is_written_as_it_will_be_read() {
        for (text, written) in [
            ("X\0", " X\u{fffd}"),
            ("\u{b}a\r\n \0b", " a \u{fffd}b"),
            ("two  spaces", " two  spaces"),
            ("a\nb", " a b"),
            ("", " "),
        ] {
            let mut line = String::new();
            push_text(&mut line, text);
            assert_eq!(line, written, "{text:?}");
        }
    }
}
