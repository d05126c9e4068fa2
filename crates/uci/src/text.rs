//! Words of a line, and foreign text in our messages.

use alloc::string::String;

pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim_start()),
        None => (text, ""),
    }
}

pub(crate) fn push_word(line: &mut String, word: &str) {
    line.push(' ');
    line.push_str(word);
}

/// Appends a space and the trimmed text. A run of white space with control characters becomes one
/// space, other control characters become U+FFFD, because a message is one line and must be read
/// back unchanged.
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

/// Foreign text for a message: at most `max_chars` characters, control characters escaped.
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

pub(crate) fn word_excerpt(word: &str) -> String {
    excerpt(word, 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_a_text_are_replaced() {
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
