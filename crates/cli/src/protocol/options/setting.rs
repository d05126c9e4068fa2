//! The types in which options are kept.

use komadai_engine::Level;
use komadai_notation::EnteringKingRule;
use komadai_rules::VariantId;
use komadai_uci::OptionValue;

/// A type in which an option is kept.
pub(super) trait Setting: Sized {
    /// The value, `None` if it is of another type or out of range: an entry's kind rules both out.
    fn from_value(value: &OptionValue) -> Option<Self>;
}

/// An option that is a command and keeps nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Button;

/// A rule as the GUI wants it, `None` as the game has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct RuleChoice(pub(super) Option<String>);

impl RuleChoice {
    /// The value that leaves a rule as the game has it.
    pub(super) const DEFAULT: &str = "default";
}

impl Setting for Button {
    fn from_value(value: &OptionValue) -> Option<Self> {
        matches!(value, OptionValue::Button).then_some(Self)
    }
}

impl Setting for bool {
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Check(value) => Some(*value),
            _ => None,
        }
    }
}

impl Setting for String {
    fn from_value(value: &OptionValue) -> Option<Self> {
        match value {
            OptionValue::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl Setting for RuleChoice {
    fn from_value(value: &OptionValue) -> Option<Self> {
        let text = String::from_value(value)?;
        Some(Self((text != Self::DEFAULT).then_some(text)))
    }
}

impl Setting for EnteringKingRule {
    fn from_value(value: &OptionValue) -> Option<Self> {
        Self::from_name(&String::from_value(value)?)
    }
}

macro_rules! parsed_settings {
    ($($type:ty)*) => {
        $(impl Setting for $type {
            fn from_value(value: &OptionValue) -> Option<Self> {
                String::from_value(value)?.parse().ok()
            }
        })*
    };
}

macro_rules! number_settings {
    ($($type:ty)*) => {
        $(impl Setting for $type {
            fn from_value(value: &OptionValue) -> Option<Self> {
                match value {
                    OptionValue::Spin(number) => Self::try_from(*number).ok(),
                    _ => None,
                }
            }
        })*
    };
}

parsed_settings!(VariantId Level);
number_settings!(i32 u32 u64 usize);
