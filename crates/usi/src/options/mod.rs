//! Options of the engine, listed and set in both protocols.
//!
//! [`table`] declares each option once; listing, setting, defaults, `--help` and `docs/uci.md` follow
//! from it.

mod document;
mod entry;
mod rules;
mod setting;
mod strength;
mod table;
mod unsupported;

use komadai_notation::Dialect;
use komadai_rules::{RuleError, Side};
use komadai_uci::{
    EngineMessage, OptionDeclaration, OptionValueError, SetOption, excerpt, option_name,
};

pub use document::options_help;
pub(crate) use entry::Effect;
use entry::UciSupport;
pub(crate) use table::Options;
use table::entries;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) effect: Effect,
    /// Limitation of the option's effect.
    pub(crate) remark: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SetError {
    #[error("unknown option \"{0}\"")]
    Unknown(String),
    #[error("{name} must be {}, not \"{}\"", .source.expected, .source.value)]
    Value {
        name: String,
        source: OptionValueError,
    },
    #[error(transparent)]
    Rule(#[from] RuleError),
}

impl Options {
    pub(crate) fn declarations(dialect: Dialect) -> Vec<EngineMessage> {
        let listed = entries().iter().filter(|entry| entry.is_listed(dialect));
        let declared = listed.map(|entry| OptionDeclaration {
            name: option_name(dialect, entry.name),
            kind: entry.kind.clone(),
        });
        declared.map(EngineMessage::Option).collect()
    }

    /// Sets an option by its name in either protocol. Changes nothing on an error.
    pub(crate) fn set(&mut self, dialect: Dialect, option: &SetOption) -> Result<Change, SetError> {
        let name = excerpt(&option.name, 40);
        let Some(entry) = entries().iter().find(|entry| entry.is_named(&option.name)) else {
            let reason =
                unsupported::reason(&option.name).ok_or(SetError::Unknown(name.clone()))?;
            return Ok(Change {
                effect: Effect::None,
                remark: Some(format!("{name} has no effect: {reason}")),
            });
        };
        let value = option.value.as_deref().unwrap_or_default();
        let value = (entry.read(value)).map_err(|source| SetError::Value {
            name: name.clone(),
            source,
        })?;
        let mut changed = self.clone();
        entry.set(&mut changed, &value);
        if changed.game != self.game {
            changed.reset_game_rules();
        }
        if entry.effect == Effect::GameRules {
            changed.checked_rules()?;
        }
        *self = changed;
        let remark = match (entry.uci, dialect) {
            (UciSupport::NoEffect(why) | UciSupport::Unlisted(why), Dialect::Uci) => {
                Some(format!("{name} has no effect in UCI: {why}"))
            }
            _ => None,
        };
        Ok(Change {
            effect: entry.effect,
            remark,
        })
    }

    /// Score at or below which the engine resigns; only USI can express it.
    pub(crate) fn resigns_at(&self, dialect: Dialect) -> Option<i32> {
        let resigns =
            dialect == Dialect::Usi && !self.analyse && self.resign_value < table::NEVER_RESIGN;
        resigns.then_some(-self.resign_value)
    }

    /// Value of a draw for a side, in centipawns.
    pub(crate) fn draw_score(&self, dialect: Dialect, side: Side) -> i32 {
        if self.analyse {
            0
        } else if side == dialect.black() {
            self.draw_value_black
        } else {
            self.draw_value_white
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use komadai_rules::VariantId;

    use super::*;

    pub(crate) fn set(
        options: &mut Options,
        dialect: Dialect,
        name: &str,
        value: &str,
    ) -> Result<Change, SetError> {
        let option = SetOption {
            name: name.into(),
            value: Some(value.into()),
        };
        options.set(dialect, &option)
    }

    #[test]
    fn names_of_both_protocols_are_understood() {
        let mut options = Options::default();
        for name in ["UCI_Variant", "USI_Variant", "uci_variant"] {
            options.game = VariantId::Shogi;
            let change = set(&mut options, Dialect::Usi, name, "torishogi").expect("a game");
            assert_eq!(change.effect, Effect::Game);
            assert_eq!(options.game, VariantId::Torishogi);
        }
        for (name, mb) in [("USI_Hash", "16"), ("Hash", "32")] {
            let change = set(&mut options, Dialect::Usi, name, mb).expect("a size");
            assert_eq!(change.effect, Effect::Hash);
            assert_eq!(options.hash_mb.to_string(), mb);
        }
        for (name, ms) in [
            ("Move Overhead", 50),
            ("Move_Overhead", 60),
            ("NetworkDelay", 70),
        ] {
            set(&mut options, Dialect::Usi, name, &ms.to_string()).expect("a time");
            assert_eq!(options.move_overhead_ms, ms);
        }
    }

    #[test]
    fn every_listed_option_can_be_set_to_its_default() {
        for dialect in [Dialect::Usi, Dialect::Uci] {
            for message in Options::declarations(dialect) {
                let EngineMessage::Option(declared) = message else {
                    panic!("{message:?}");
                };
                let OptionDeclaration { name, kind } = declared;
                assert!(dialect == Dialect::Uci || !name.contains(' '), "{name}");
                let mut options = Options::default();
                let value = entry::default_of(&kind).to_string();
                let set = set(&mut options, dialect, &name, &value);
                assert!(set.is_ok(), "{name} {value}: {set:?}");
                assert_eq!(options, Options::default(), "{name} {value}");
            }
        }
    }

    #[test]
    fn no_two_options_have_the_same_name() {
        for (index, entry) in entries().iter().enumerate() {
            let names = [&[entry.name], entry.aliases].concat();
            for name in names {
                let found = entries().iter().position(|entry| entry.is_named(name));
                assert_eq!(found, Some(index), "{name}");
                assert_eq!(unsupported::reason(name), None, "{name}");
            }
        }
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("UCI_Variant", "chess"),
            ("Hash", "0"),
            ("Hash", "many"),
            ("Hash", ""),
            ("Level", "godlike"),
            ("Threads", "0"),
            ("Threads", "257"),
            ("UCI_LimitStrength", "perhaps"),
            ("UCI_Elo", "-5000"),
            ("Skill Level", "21"),
            ("ResignValue", "-1"),
            ("DrawValueBlack", "x"),
            ("EnteringKingRule", "TryRule"),
            ("MaxMovesToDraw", "-1"),
            ("Repetition", "draw-3"),
            ("N Move Rule", "50"),
            ("Slow Mover", "9"),
            ("MinimumThinkingTime", "-1"),
            ("PvInterval", "often"),
            ("Bogus", "1"),
        ] {
            let set = set(&mut options, Dialect::Usi, name, value);
            assert!(set.is_err(), "{name} {value}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn errors_name_the_values_that_fit() {
        let mut options = Options::default();
        for (name, value, text) in [
            (
                "Hash",
                "0",
                "Hash must be a whole number from 1 to 4096, not \"0\"",
            ),
            (
                "Ponder",
                "maybe",
                "Ponder must be true or false, not \"maybe\"",
            ),
            ("Bogus", "1", "unknown option \"Bogus\""),
        ] {
            let error = set(&mut options, Dialect::Uci, name, value).unwrap_err();
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn colours_are_those_of_the_protocol() {
        for (dialect, side) in [(Dialect::Usi, Side::First), (Dialect::Uci, Side::Second)] {
            let mut options = Options::default();
            set(&mut options, dialect, "DrawValueBlack", "-20").expect("a good value");
            let scores = [side, !side].map(|side| options.draw_score(dialect, side));
            assert_eq!(scores, [-20, 0]);
        }
    }
}
