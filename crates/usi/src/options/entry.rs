use komadai_notation::Dialect;
use komadai_uci::{OptionKind, OptionValue, OptionValueError, same_option};

use super::table::Options;

/// Action of the session after an option has been set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The value is read when it is needed.
    None,
    Game,
    Hash,
    Threads,
    Evaluation,
    ClearHash,
    DebugLog,
    /// The option is one of the game's rules: not every game has every value, and another game starts
    /// with its own.
    GameRules,
}

/// Support of an option in UCI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UciSupport {
    Full,
    /// Listed because GUIs know it, but without effect, for this reason.
    NoEffect(&'static str),
    /// Not listed, and without effect, for this reason.
    Unlisted(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Engine,
    Rules,
}

pub(super) struct Entry {
    /// Name in UCI; [`komadai_uci::option_name`] gives that in USI.
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    pub(super) kind: OptionKind,
    pub(super) help: &'static str,
    pub(super) effect: Effect,
    pub(super) group: Group,
    pub(super) uci: UciSupport,
    /// Maps another spelling of a value to the declared one.
    normalize: fn(&str) -> Option<String>,
    store: fn(&mut Options, &OptionValue),
}

impl Entry {
    fn new(name: &'static str, kind: OptionKind) -> Self {
        Self {
            name,
            aliases: &[],
            kind,
            help: "",
            effect: Effect::None,
            group: Group::Engine,
            uci: UciSupport::Full,
            normalize: |_| None,
            store: |_, _| (),
        }
    }

    pub(super) fn button(name: &'static str) -> Self {
        Self::new(name, OptionKind::Button)
    }

    pub(super) fn check(name: &'static str, default: bool) -> Self {
        let default = Some(default);
        Self::new(name, OptionKind::Check { default })
    }

    pub(super) fn spin(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        let [default, min, max] = [default, min, max].map(Some);
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    pub(super) fn combo<T: ToString>(
        name: &'static str,
        default: T,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        let default = Some(default.to_string());
        Self::new(name, OptionKind::Combo { default, values })
    }

    /// A text that is empty by default.
    pub(super) fn string(name: &'static str) -> Self {
        let default = Some(String::new());
        Self::new(name, OptionKind::String { default })
    }

    pub(super) fn filename(name: &'static str, default: &str) -> Self {
        let default = Some(default.to_string());
        Self::new(name, OptionKind::Filename { default })
    }

    pub(super) fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(super) fn effect(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    pub(super) fn among_rules(self) -> Self {
        Self {
            group: Group::Rules,
            ..self
        }
    }

    pub(super) fn in_uci(self, uci: UciSupport) -> Self {
        Self { uci, ..self }
    }

    pub(super) fn normalize(self, normalize: fn(&str) -> Option<String>) -> Self {
        Self { normalize, ..self }
    }

    pub(super) fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    pub(super) fn store(self, store: fn(&mut Options, &OptionValue)) -> Self {
        Self { store, ..self }
    }

    pub(super) fn default_value(&self) -> OptionValue {
        default_of(&self.kind)
    }

    pub(super) fn is_listed(&self, dialect: Dialect) -> bool {
        dialect == Dialect::Usi || !matches!(self.uci, UciSupport::Unlisted(_))
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        same_option(self.name, name) || self.aliases.iter().any(|alias| same_option(alias, name))
    }

    pub(super) fn read(&self, text: &str) -> Result<OptionValue, OptionValueError> {
        let declared = (self.normalize)(text);
        self.kind.parse_value(declared.as_deref().unwrap_or(text))
    }

    pub(super) fn set(&self, options: &mut Options, value: &OptionValue) {
        (self.store)(options, value);
    }
}

pub(super) fn default_of(kind: &OptionKind) -> OptionValue {
    match kind {
        OptionKind::Button | OptionKind::Other(_) => OptionValue::Button,
        OptionKind::Check { default } => OptionValue::Check(default.unwrap_or_default()),
        OptionKind::Spin { default, .. } => OptionValue::Spin(default.unwrap_or_default()),
        OptionKind::Combo { default, .. }
        | OptionKind::String { default }
        | OptionKind::Filename { default } => {
            OptionValue::Text(default.clone().unwrap_or_default())
        }
    }
}
