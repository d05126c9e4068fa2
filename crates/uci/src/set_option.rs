use alloc::string::String;
use alloc::vec::Vec;

use crate::text::{push_text, split_word};

/// Setting of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetOption {
    /// The name as sent, with single spaces and without the word `value`.
    pub name: String,
    /// The value as sent; `None` for a button.
    pub value: Option<String>,
}

/// Error of an unreadable `setoption`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected \"setoption name NAME [value VALUE]\"")]
pub struct SetOptionError;

impl SetOption {
    pub(crate) fn read(rest: &str) -> Result<Self, SetOptionError> {
        let ("name", mut rest) = split_word(rest) else {
            return Err(SetOptionError);
        };
        let mut name = Vec::new();
        let mut value = None;
        while !rest.is_empty() {
            let (word, after) = split_word(rest);
            if word == "value" {
                value = Some(after.into());
                break;
            }
            name.push(word);
            rest = after;
        }
        if name.is_empty() {
            return Err(SetOptionError);
        }
        let name = name.join(" ");
        Ok(Self { name, value })
    }

    pub(crate) fn push(&self, line: &mut String) {
        line.push_str(" name");
        push_text(line, &self.name);
        if let Some(value) = &self.value {
            line.push_str(" value");
            push_text(line, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_spaces() {
        let read = SetOption::read(" name Move  Overhead value a  b value c ").unwrap();
        assert_eq!(read.name, "Move Overhead");
        assert_eq!(read.value.as_deref(), Some("a  b value c"));
        let button = SetOption::read("name Clear Hash").unwrap();
        assert_eq!((button.name.as_str(), button.value), ("Clear Hash", None));
        let empty = SetOption::read("name Eval File value").unwrap();
        assert_eq!(empty.value.as_deref(), Some(""));
        for bad in ["", "name", "name value 3", "Hash value 3"] {
            assert_eq!(SetOption::read(bad), Err(SetOptionError), "{bad}");
        }
    }
}
