use komadai_engine::Level;
use komadai_notation::EnteringKingRule;
use komadai_rules::VariantId;
use komadai_uci::OptionValue;

pub(super) trait Setting: Sized {
    /// `None` for another type or a value out of range, which an entry's kind excludes.
    fn from_value(value: &OptionValue) -> Option<Self>;
}

/// An option that is a command without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Button;

/// A rule; `None` for the game's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleChoice(pub(super) Option<String>);

impl RuleChoice {
    /// Selects the game's own rule.
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
