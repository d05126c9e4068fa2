//! `option`, the declaration of an engine's option.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::text::{push_text, word_excerpt};

pub(crate) const EMPTY_TEXT: &str = "<empty>";

/// Declaration of an option.
///
/// ```
/// use komadai_uci::{OptionDeclaration, OptionKind};
/// let declared = OptionDeclaration {
///     name: "Hash".into(),
///     kind: OptionKind::Spin { default: Some(16), min: Some(1), max: Some(4_096) },
/// };
/// let text = "name Hash type spin default 16 min 1 max 4096";
/// assert_eq!(declared.to_string(), text);
/// assert_eq!(text.parse(), Ok(declared));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OptionDeclaration {
    /// The name, without the word `type`.
    pub name: String,
    /// Type, default and bounds.
    pub kind: OptionKind,
}

/// Type of an option with its default and bounds, `None` if not declared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// `button`: a command.
    Button,
    /// `check`: true or false.
    Check {
        /// `default true` or `default false`.
        default: Option<bool>,
    },
    /// `spin`: a whole number.
    Spin {
        /// Default; not checked against the bounds.
        default: Option<i64>,
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// `combo`: one of several values.
    Combo {
        /// Default; not checked against `values`.
        default: Option<String>,
        /// The values; any text is valid if none are declared.
        values: Vec<String>,
    },
    /// `string`: any text, possibly empty.
    String {
        /// Default text; `<empty>` on the line is read as an empty text.
        default: Option<String>,
    },
    /// `filename`: the path of a file (USI).
    Filename {
        /// Default path; `<empty>` on the line is read as an empty text.
        default: Option<String>,
    },
    /// A type that neither protocol has; any text is valid.
    Other(String),
}

/// Error of an unreadable `option` line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionDeclarationError {
    /// The line does not begin with `name`, or the name is empty.
    #[error("an option without a name")]
    NoName,
    /// The type is missing.
    #[error("option \"{0}\" has no type")]
    NoType(String),
}

/// Keywords that end a default or a value of a combo.
const PARTS: [&str; 4] = ["default", "min", "max", "var"];

#[derive(Default)]
struct Parts {
    default: Option<String>,
    min: Option<String>,
    max: Option<String>,
    values: Vec<String>,
}

impl Parts {
    fn read(words: &[&str]) -> Self {
        let mut parts = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(part) = words.next() {
            if !PARTS.contains(&part) {
                continue;
            }
            let mut value = Vec::new();
            while let Some(word) = words.next_if(|next| !PARTS.contains(next)) {
                value.push(word);
            }
            let value = value.join(" ");
            match part {
                "default" => parts.default = Some(value),
                "min" => parts.min = Some(value),
                "max" => parts.max = Some(value),
                _ => parts.values.push(value),
            }
        }
        parts
    }

    fn text_default(self) -> Option<String> {
        let default = self.default?;
        Some(if default == EMPTY_TEXT {
            String::new()
        } else {
            default
        })
    }
}

impl OptionKind {
    /// Reads the text after the name: `type TYPE default X min Y max Z var V var W`.
    fn read(type_name: &str, rest: &[&str]) -> Self {
        let parts = Parts::read(rest);
        let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        match type_name {
            "button" => Self::Button,
            "check" => Self::Check {
                default: (parts.default).and_then(|text| text.to_ascii_lowercase().parse().ok()),
            },
            "spin" => Self::Spin {
                default: number(&parts.default),
                min: number(&parts.min),
                max: number(&parts.max),
            },
            "combo" => Self::Combo {
                default: parts.default,
                values: parts.values,
            },
            "string" => Self::String {
                default: parts.text_default(),
            },
            "filename" => Self::Filename {
                default: parts.text_default(),
            },
            other => Self::Other(other.into()),
        }
    }

    fn push(&self, line: &mut String) {
        let number = |line: &mut String, word: &str, number: &Option<i64>| {
            if let Some(number) = number {
                line.push_str(&format!(" {word} {number}"));
            }
        };
        let text = |line: &mut String, text: &Option<String>| {
            if let Some(text) = text {
                line.push_str(" default");
                push_text(line, if text.is_empty() { EMPTY_TEXT } else { text });
            }
        };
        match self {
            Self::Button => line.push_str("button"),
            Self::Check { default } => {
                line.push_str("check");
                if let Some(default) = default {
                    line.push_str(&format!(" default {default}"));
                }
            }
            Self::Spin { default, min, max } => {
                line.push_str("spin");
                number(line, "default", default);
                number(line, "min", min);
                number(line, "max", max);
            }
            Self::Combo { default, values } => {
                line.push_str("combo");
                if let Some(default) = default {
                    line.push_str(" default");
                    push_text(line, default);
                }
                for value in values {
                    line.push_str(" var");
                    push_text(line, value);
                }
            }
            Self::String { default } => {
                line.push_str("string");
                text(line, default);
            }
            Self::Filename { default } => {
                line.push_str("filename");
                text(line, default);
            }
            Self::Other(name) => line.push_str(name),
        }
    }
}

/// Writes the text after the word `option`.
impl core::fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::from("name");
        push_text(&mut text, &self.name);
        text.push_str(" type ");
        self.kind.push(&mut text);
        f.write_str(&text)
    }
}

/// Parses the text after the word `option`.
impl core::str::FromStr for OptionDeclaration {
    type Err = OptionDeclarationError;

    fn from_str(text: &str) -> Result<Self, OptionDeclarationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&"name", rest)) = words.split_first() else {
            return Err(OptionDeclarationError::NoName);
        };
        let type_at = rest.iter().position(|word| *word == "type");
        let (name, rest) = rest.split_at(type_at.unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(OptionDeclarationError::NoName);
        }
        let name = name.join(" ");
        match rest {
            [_, type_name, rest @ ..] => Ok(Self {
                name,
                kind: OptionKind::read(type_name, rest),
            }),
            _ => Err(OptionDeclarationError::NoType(word_excerpt(&name))),
        }
    }
}

impl OptionDeclaration {
    /// Finds an option by name: the option with exactly this name, letter case aside, else the one
    /// with the same meaning in the other protocol (see [`crate::same_option`]).
    #[must_use]
    pub fn find<'a>(declared: &'a [Self], name: &str) -> Option<&'a Self> {
        let exact = |option: &&Self| option.name.eq_ignore_ascii_case(name);
        let same = |option: &&Self| crate::same_option(&option.name, name);
        declared
            .iter()
            .find(exact)
            .or_else(|| declared.iter().find(same))
    }

    /// A value in the spelling of `setoption` for this option, `None` for a button.
    ///
    /// # Errors
    /// The value is invalid for the option.
    pub fn spell_value(&self, value: &str) -> Result<Option<String>, crate::OptionValueError> {
        let value = self.kind.parse_value(value)?;
        Ok((value != crate::OptionValue::Button).then(|| value.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_a_name_are_written_as_replacement_characters() {
        let line = "name Hash\rtype\u{19}spin default 5 type spin";
        let option: OptionDeclaration = line.parse().unwrap();
        assert_eq!(option.name, "Hash type\u{19}spin default 5");
        let written = option.to_string();
        let again: OptionDeclaration = written.parse().unwrap();
        assert_eq!(again.name, "Hash type\u{fffd}spin default 5");
        assert_eq!(again.to_string(), written);
    }

    #[test]
    fn declarations_of_other_engines_are_read() {
        let option: OptionDeclaration =
            "name UCI_Variant type combo default shogi var shogi var two words"
                .parse()
                .unwrap();
        assert_eq!(option.name, "UCI_Variant");
        let OptionKind::Combo { default, values } = option.kind else {
            panic!("{:?}", option.kind);
        };
        assert_eq!(default.as_deref(), Some("shogi"));
        assert_eq!(values, ["shogi", "two words"]);
        let button: OptionDeclaration = "name Clear Hash type button".parse().unwrap();
        assert_eq!(
            (button.name.as_str(), button.kind),
            ("Clear Hash", OptionKind::Button)
        );
        for bad in [
            "",
            "name",
            "name type spin",
            "id x",
            "name x",
            "name x type",
        ] {
            assert!(bad.parse::<OptionDeclaration>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_declared_values_are_valid() {
        let spin = "type spin default 16 min 1 max 4096";
        for (kind, given, expected) in [
            ("type check default true", "False", Ok("false")),
            ("type check default true", "yes", Err("true or false")),
            (spin, "4096", Ok("4096")),
            (spin, "0", Err("a whole number from 1 to 4096")),
            ("type spin min 1", "0", Err("a whole number from 1")),
            ("type spin max 4", "5", Err("a whole number to 4")),
            ("type spin default 16", "-5", Ok("-5")),
            ("type spin default 16", "many", Err("a whole number")),
            ("type combo default full var 1 var full", "Full", Ok("full")),
            ("type combo var 1 var full", "15", Err("one of 1, full")),
            ("type combo default any", "15", Ok("15")),
            ("type string default <empty>", "any words", Ok("any words")),
            ("type string default x", "", Ok("<empty>")),
            ("type filename", "any words", Ok("any words")),
            ("type slider", "any words", Ok("any words")),
            ("type button", "any words", Ok("")),
        ] {
            let option: OptionDeclaration = format!("name X {kind}").parse().unwrap();
            let found = option.spell_value(given).map(Option::unwrap_or_default);
            let found = found.map_err(|error| error.expected.to_string());
            let found = found.as_ref().map(String::as_str);
            assert_eq!(found.map_err(String::as_str), expected, "{kind}: {given}");
        }
    }
}
