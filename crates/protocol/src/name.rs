use core::fmt;

#[cfg(not(target_arch = "wasm32"))]
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup},
};

use crate::limits::MAX_NAME_CHARS;
use crate::{ErrorCode, PlayerInfo, PlayerKind};

/// Combining marks on a letter of a name: Vietnamese and Thai have two.
pub const MAX_MARKS: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameProblem {
    TooLong,
    Empty,
    /// A character that is invisible or changes the rendering of other text.
    Invisible,
    /// More than [`MAX_MARKS`] combining marks on a letter, which would reach into other lines.
    Marks,
}

impl NameProblem {
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
            Self::Marks => write!(
                f,
                "a letter of a name has at most {MAX_MARKS} combining marks"
            ),
        }
    }
}

impl core::error::Error for NameProblem {}

/// Trims and checks a player's name; `None` if it is empty.
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
/// The name is too long, or has invisible characters, marks of text direction or too many combining marks.
#[cfg(not(target_arch = "wasm32"))]
pub fn player_name(text: &str) -> Result<Option<String>, NameProblem> {
    let name = text.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let shows = |c: char| !c.is_whitespace() && !is_joiner(c);
    if name.chars().any(is_invisible) || !name.chars().any(shows) {
        return Err(NameProblem::Invisible);
    }
    if name.chars().count() > MAX_NAME_CHARS as usize {
        return Err(NameProblem::TooLong);
    }
    if most_marks(name) > MAX_MARKS {
        return Err(NameProblem::Marks);
    }
    Ok(Some(name.to_owned()))
}

/// Control characters, line separators, the empty Braille cell, and Unicode's [default
/// ignorables](https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point): fillers, zero-width spaces, marks
/// of text direction.
#[cfg(not(target_arch = "wasm32"))]
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{FFF9}'..='\u{FFFB}'
        )
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) && !is_joiner(c)
}

/// Joiners of emoji and of some scripts, and variation selectors, which Japanese names use.
#[cfg(not(target_arch = "wasm32"))]
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Longest run of combining marks.
#[cfg(not(target_arch = "wasm32"))]
fn most_marks(name: &str) -> u32 {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let (mut most, mut run) = (0, 0);
    for c in name.chars().filter(|&c| !is_joiner(c)) {
        run = match GeneralCategoryGroup::Mark.contains(categories.get(c)) {
            true => run + 1,
            false => 0,
        };
        most = most.max(run);
    }
    most
}

impl PlayerInfo {
    /// The player as a person with a name; unchanged without one.
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
    fn longest_names_are_kept_in_every_script() {
        for letter in ["a", "あ", "𠮷", "棋"] {
            let name = letter.repeat(MAX_NAME_CHARS as usize);
            assert_eq!(player_name(&format!(" {name}\u{3000}")), Ok(Some(name)));
        }
    }

    #[test]
    fn characters_that_turn_or_hide_text_are_refused() {
        for bad in [
            "\u{0}",
            "\u{7F}",
            "\u{85}",
            "\u{202E}",
            "\u{2066}",
            "\u{200B}",
            "\u{FEFF}",
            "\u{3164}",
            "\u{2800}",
            "\u{115F}",
            "\u{FFA0}",
            "\u{34F}",
            "\u{2029}",
            "\u{E0041}",
        ] {
            let name = format!("A{bad}b");
            assert_eq!(player_name(&name), Err(NameProblem::Invisible), "{bad:?}");
        }
        // U+200D joins the family.
        let family = "👨\u{200D}👩\u{200D}👧";
        assert_eq!(player_name(family), Ok(Some(family.to_owned())));
    }

    #[test]
    fn names_that_show_nothing_are_refused() {
        for bad in [
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{200D}",
            "\u{FE0F}",
            "\u{200C} \u{200C}",
        ] {
            assert_eq!(player_name(bad), Err(NameProblem::Invisible), "{bad:?}");
        }
        assert_eq!(player_name("\u{3000}"), Ok(None));
    }

    #[test]
    fn letters_have_at_most_two_marks() {
        // Vietnamese without composed letters, Thai, a variant of a character, a keycap, Hindi.
        for good in [
            "Vie\u{302}\u{323}t",
            "ที่นี่",
            "葛\u{E0100}城",
            "1\u{FE0F}\u{20E3}",
            "क्षत्रिय",
        ] {
            assert_eq!(player_name(good), Ok(Some(good.to_owned())), "{good}");
        }
        for bad in [
            "Z\u{300}\u{301}\u{302}",
            &format!("e{}", "\u{488}".repeat(23)),
            "a\u{300}\u{301}\u{200D}\u{302}",
        ] {
            assert_eq!(player_name(bad), Err(NameProblem::Marks), "{bad:?}");
        }
    }
}
