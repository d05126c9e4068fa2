use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::option::{EMPTY_TEXT, OptionKind};
use crate::text::word_excerpt;

/// Value of an option, by the type that the engine declared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// A button has no value.
    Button,
    /// `check`: `true` or `false`.
    Check(bool),
    /// `spin`: a whole number.
    Spin(i64),
    /// Declared value of a `combo`, or value of a `string` or `filename`; may be empty.
    Text(String),
}

/// In the spelling of `setoption`: `true`, `64`, the text; `<empty>` for an empty text.
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

/// Error of a value that is invalid for the option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, not \"{value}\"")]
pub struct OptionValueError {
    /// The valid values.
    pub expected: ExpectedValue,
    /// The value as given, shortened if it is long.
    pub value: String,
}

/// Valid values of an option. Displayed as `true or false`, `a whole number from 1 to 8`, `one of
/// a, b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedValue {
    /// Values of a `check`.
    Bool,
    /// Values of a `spin`, with its bounds if declared.
    Number {
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// Values of a `combo`.
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
    /// Parses a value for an option of this type. `check` and `combo` ignore letter case.
    ///
    /// # Errors
    /// The value is invalid; the error has the valid values.
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
