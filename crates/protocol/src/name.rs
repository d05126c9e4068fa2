use core::fmt;

use crate::limits::MAX_NAME_CHARS;
use crate::{ErrorCode, PlayerInfo, PlayerKind};

/// Why a name cannot be shown to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    /// Longer than [`MAX_NAME_CHARS`].
    TooLong,
    /// There is none, where one is needed.
    Empty,
    /// A character that is not shown, or that changes how the text around it is shown.
    Invisible,
}

impl NameProblem {
    /// The code of the wire.
    #[must_use]
    pub fn code(self) -> ErrorCode {
        ErrorCode::BadName
    }
}

impl fmt::Display for NameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a name has at most {MAX_NAME_CHARS} characters"),
            Self::Empty => f.write_str("a name is needed"),
            Self::Invisible => f.write_str("a name has no invisible characters"),
        }
    }
}

impl core::error::Error for NameProblem {}

/// The name a person gives themselves: without space around it; nothing when none is left.
///
/// ```
/// use komadai_protocol::{NameProblem, player_name};
/// assert_eq!(player_name("  Aki Tanaka "), Ok(Some("Aki Tanaka".into())));
/// assert_eq!(player_name("   "), Ok(None));
/// assert_eq!(player_name("A\nki"), Err(NameProblem::Invisible));
/// assert_eq!(player_name(&"あ".repeat(25)), Err(NameProblem::TooLong));
/// ```
///
/// # Errors
/// It is too long, or has control characters or marks of text direction.
pub fn player_name(text: &str) -> Result<Option<String>, NameProblem> {
    let name = text.trim();
    if name.chars().any(is_invisible) {
        return Err(NameProblem::Invisible);
    }
    if name.chars().count() > MAX_NAME_CHARS as usize {
        return Err(NameProblem::TooLong);
    }
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

/// Control characters, line separators, spaces without width and marks of text direction. The joiners of emoji
/// and of some scripts (U+200C, U+200D) are none of them.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        )
        || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
        || matches!(c, '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

impl PlayerInfo {
    /// The same person under a name of their own.
    #[must_use]
    pub fn called(self, name: Option<String>) -> Self {
        match name {
            Some(name) => Self {
                name,
                kind: PlayerKind::Person,
                ..self
            },
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_greatest_length_is_kept_whatever_its_script() {
        for letter in ["a", "あ", "𠮷", "棋"] {
            let name = letter.repeat(MAX_NAME_CHARS as usize);
            assert_eq!(player_name(&format!(" {name}\u{3000}")), Ok(Some(name)));
        }
    }

    #[test]
    fn text_that_would_turn_or_hide_other_text_is_refused() {
        for bad in [
            "\u{0}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}",
        ] {
            let name = format!("A{bad}b");
            assert_eq!(player_name(&name), Err(NameProblem::Invisible), "{bad:?}");
        }
        // The family of four is joined by U+200D.
        let family = "👨\u{200D}👩\u{200D}👧";
        assert_eq!(player_name(family), Ok(Some(family.to_owned())));
    }
}
