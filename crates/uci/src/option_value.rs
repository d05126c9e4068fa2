//! Values of options.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::option::{EMPTY_TEXT, OptionKind};
use crate::text::word_excerpt;

/// A value that fits the type of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// A button has no value: it is pressed.
    Button,
    /// Of a `check`.
    Check(bool),
    /// Of a `spin`.
    Spin(i64),
    /// Of a `combo`, as it is declared, of a `string` or a `filename`; may be empty.
    Text(String),
}

/// As `setoption` writes it: `true`, `64`, the text; `<empty>` for an empty text.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Button => Ok(()),
            Self::Check(value) => write!(f, "{value}"),
            Self::Spin(value) => write!(f, "{value}"),
            Self::Text(text) if text.is_empty() => f.write_str(EMPTY_TEXT),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A value that does not fit the type of an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, not \"{value}\"")]
pub struct OptionValueError {
    /// What would fit.
    pub expected: ExpectedValue,
    /// What was given, shortened when it is long.
    pub value: String,
}

/// The values that fit the type of an option. Displayed as `true or false`, `a whole number from 1 to
/// 8`, `one of a, b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedValue {
    /// Of a `check`.
    Bool,
    /// Of a `spin`, with its bounds where they are declared.
    Number {
        /// The least.
        min: Option<i64>,
        /// The greatest.
        max: Option<i64>,
    },
    /// Of a `combo`.
    Choice(Vec<String>),
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Number { min, max } => {
                f.write_str("a whole number")?;
                if let Some(min) = min {
                    write!(f, " from {min}")?;
                }
                match max {
                    Some(max) => write!(f, " to {max}"),
                    None => Ok(()),
                }
            }
            Self::Choice(values) => write!(f, "one of {}", values.join(", ")),
        }
    }
}

impl OptionKind {
    /// Reads a value for an option of this type. Letter case makes no difference to `check` and
    /// `combo`.
    ///
    /// # Errors
    /// The value does not fit; the error says what would.
    ///
    /// ```
    /// use komadai_uci::{OptionKind, OptionValue};
    /// let kind = OptionKind::Spin { default: Some(16), min: Some(1), max: Some(4_096) };
    /// assert_eq!(kind.parse_value("64"), Ok(OptionValue::Spin(64)));
    /// let error = kind.parse_value("0").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a whole number from 1 to 4096, not \"0\"");
    /// ```
    pub fn parse_value(&self, value: &str) -> Result<OptionValue, OptionValueError> {
        let (parsed, expected) = match self {
            Self::Button => return Ok(OptionValue::Button),
            Self::Check { .. } => {
                let parsed = value.to_ascii_lowercase().parse().ok();
                (parsed.map(OptionValue::Check), ExpectedValue::Bool)
            }
            Self::Spin { min, max, .. } => {
                let (min, max) = (*min, *max);
                let fits = |number: &i64| {
                    min.is_none_or(|min| min <= *number) && max.is_none_or(|max| *number <= max)
                };
                let parsed = value.parse().ok().filter(fits);
                let expected = ExpectedValue::Number { min, max };
                (parsed.map(OptionValue::Spin), expected)
            }
            Self::Combo { values, .. } if !values.is_empty() => {
                let known = values
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(value));
                let parsed = known.cloned().map(OptionValue::Text);
                (parsed, ExpectedValue::Choice(values.clone()))
            }
            Self::String { .. } | Self::Filename { .. } if value == EMPTY_TEXT => {
                return Ok(OptionValue::Text(String::new()));
            }
            Self::Combo { .. } | Self::String { .. } | Self::Filename { .. } | Self::Other(_) => {
                return Ok(OptionValue::Text(value.to_string()));
            }
        };
        parsed.ok_or_else(|| OptionValueError {
            expected,
            value: word_excerpt(value),
        })
    }
}
