use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use crate::types::rule_options::{
    Declaration, IllegalMove, Impasse, ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition,
    RuleKey, Stalemate,
};
use crate::variants::VariantId;

/// A rule option that was not understood.
///
/// ```
/// use komadai_rules::{VariantId, RuleSet};
/// let mut rules = RuleSet::default_for(VariantId::Minishogi);
/// let error = rules.set(VariantId::Minishogi, "repetition", "draw-3").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "repetition cannot be draw-3 in minishogi; it can be draw-4, sente-loses-4",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The variant lacks this option.
    #[error("{variant} has no rule {key}; its rules are {known}")]
    UnknownKey {
        /// Variant without the option.
        variant: VariantId,
        /// The given option.
        key: String,
        /// The options of the variant.
        known: String,
    },
    /// The option lacks this value in the variant.
    #[error("{key} cannot be {value} in {variant}; it can be {known}")]
    UnknownValue {
        /// Variant of the rule set.
        variant: VariantId,
        /// The option.
        key: String,
        /// The given value.
        value: String,
        /// The values of the option.
        known: String,
    },
}

/// The rules of a game, stored with every record.
///
/// ```
/// use komadai_rules::{VariantId, Repetition, RuleSet};
/// let mut rules = RuleSet::default_for(VariantId::Minishogi);
/// assert_eq!(rules.repetition, Repetition::Draw4);
/// rules.set(VariantId::Minishogi, "repetition", "sente-loses-4").unwrap();
/// assert!(rules.set(VariantId::Minishogi, "repetition", "draw-3").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RuleSet {
    /// Effect of a repeated position.
    pub repetition: Repetition,
    /// Effect of perpetual check.
    pub perpetual_check: PerpetualCheck,
    /// Impasse by agreement (Shogi).
    pub impasse: Impasse,
    /// Declaration of an entered king (Shogi).
    pub declaration: Declaration,
    /// Effect of an illegal move.
    pub illegal_move: IllegalMove,
    /// Effect of stalemate.
    pub stalemate: Stalemate,
    /// Pawn drops that give check (Shogi).
    pub pawn_drop_check: PawnDropCheck,
    /// Credit for pieces removed by a handicap (Shogi).
    pub impasse_credit: ImpasseCredit,
    /// Full moves without capture, drop, promotion or pawn move after which the game is a draw.
    pub n_move_rule: Option<u16>,
    /// Plies after which the game is a draw.
    pub max_plies: Option<u32>,
}

impl RuleSet {
    /// Default rules of a variant.
    #[must_use]
    pub const fn default_for(variant: VariantId) -> RuleSet {
        variant.spec().default_rules
    }

    /// Half-move clock at which the game is a draw: twice [`n_move_rule`](Self::n_move_rule).
    #[must_use]
    pub const fn halfmove_limit(&self) -> Option<u32> {
        match self.n_move_rule {
            Some(moves) => Some(2 * moves as u32),
            None => None,
        }
    }

    /// Sets one option from text. Options and values are in kebab case; `none` removes a limit.
    ///
    /// # Errors
    ///
    /// The options or values of the variant.
    ///
    /// ```
    /// use komadai_rules::{VariantId, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// rules.set(VariantId::Shogi, "max-plies", "256").unwrap();
    /// assert_eq!(rules.max_plies, Some(256));
    /// rules.set(VariantId::Shogi, "max-plies", "none").unwrap();
    /// assert_eq!(rules.max_plies, None);
    /// assert!(rules.set(VariantId::Shogi, "max-plies", "0").is_err());
    /// ```
    pub fn set(&mut self, variant: VariantId, key: &str, value: &str) -> Result<(), RuleError> {
        let keys = variant.spec().rule_keys;
        let rule = choice(key, keys, RuleKey::name).map_err(|known| RuleError::UnknownKey {
            variant,
            key: key.to_string(),
            known,
        })?;
        self.set_rule(variant, rule, value)
            .map_err(|known| RuleError::UnknownValue {
                variant,
                key: key.to_string(),
                value: value.to_string(),
                known,
            })
    }

    /// Sets an option that the variant has. The error lists the possible values.
    fn set_rule(&mut self, variant: VariantId, rule: RuleKey, value: &str) -> Result<(), String> {
        match rule {
            RuleKey::PawnDropMate => {
                if value != FORBIDDEN {
                    return Err(FORBIDDEN.to_string());
                }
            }
            RuleKey::Repetition => {
                self.repetition = choice(value, variant.spec().repetitions, Repetition::name)?;
            }
            RuleKey::PawnDropCheck => {
                self.pawn_drop_check = choice(value, PawnDropCheck::ALL, PawnDropCheck::name)?
            }
            RuleKey::PerpetualCheck => {
                self.perpetual_check = choice(value, PerpetualCheck::ALL, PerpetualCheck::name)?
            }
            RuleKey::Impasse => self.impasse = choice(value, Impasse::ALL, Impasse::name)?,
            RuleKey::ImpasseCredit => {
                self.impasse_credit = choice(value, ImpasseCredit::ALL, ImpasseCredit::name)?
            }
            RuleKey::Declaration => {
                self.declaration = choice(value, Declaration::ALL, Declaration::name)?
            }
            RuleKey::IllegalMove => {
                self.illegal_move = choice(value, IllegalMove::ALL, IllegalMove::name)?
            }
            RuleKey::Stalemate => self.stalemate = choice(value, Stalemate::ALL, Stalemate::name)?,
            RuleKey::NMoveRule => self.n_move_rule = parse_limit(value)?,
            RuleKey::MaxPlies => self.max_plies = parse_limit(value)?,
        }
        Ok(())
    }

    /// All options of a variant with their values, as [`RuleSet::set`] takes them.
    #[must_use]
    pub fn pairs(&self, variant: VariantId) -> Vec<(&'static str, String)> {
        let keys = variant.spec().rule_keys.iter();
        keys.map(|&key| (key.name(), self.value(key))).collect()
    }

    /// Possible values of an option in a variant, as [`RuleSet::set`] takes them; `None` for a
    /// limit, which is `none` or a number from 1.
    ///
    /// ```
    /// use komadai_rules::{VariantId, RuleKey, RuleSet};
    /// let values = RuleSet::values(VariantId::Minishogi, RuleKey::Repetition);
    /// assert_eq!(values, Some(vec!["draw-4", "sente-loses-4"]));
    /// assert_eq!(RuleSet::values(VariantId::Minishogi, RuleKey::MaxPlies), None);
    /// ```
    #[must_use]
    pub fn values(variant: VariantId, key: RuleKey) -> Option<Vec<&'static str>> {
        fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Option<Vec<&'static str>> {
            Some(all.iter().map(|&one| name(one)).collect())
        }
        match key {
            RuleKey::PawnDropMate => Some(vec![FORBIDDEN]),
            RuleKey::PawnDropCheck => names(PawnDropCheck::ALL, PawnDropCheck::name),
            RuleKey::Repetition => names(variant.spec().repetitions, Repetition::name),
            RuleKey::PerpetualCheck => names(PerpetualCheck::ALL, PerpetualCheck::name),
            RuleKey::Impasse => names(Impasse::ALL, Impasse::name),
            RuleKey::ImpasseCredit => names(ImpasseCredit::ALL, ImpasseCredit::name),
            RuleKey::Declaration => names(Declaration::ALL, Declaration::name),
            RuleKey::IllegalMove => names(IllegalMove::ALL, IllegalMove::name),
            RuleKey::Stalemate => names(Stalemate::ALL, Stalemate::name),
            RuleKey::NMoveRule | RuleKey::MaxPlies => None,
        }
    }

    fn value(&self, key: RuleKey) -> String {
        match key {
            RuleKey::PawnDropMate => FORBIDDEN.to_string(),
            RuleKey::PawnDropCheck => self.pawn_drop_check.name().to_string(),
            RuleKey::Repetition => self.repetition.name().to_string(),
            RuleKey::PerpetualCheck => self.perpetual_check.name().to_string(),
            RuleKey::Impasse => self.impasse.name().to_string(),
            RuleKey::ImpasseCredit => self.impasse_credit.name().to_string(),
            RuleKey::Declaration => self.declaration.name().to_string(),
            RuleKey::IllegalMove => self.illegal_move.name().to_string(),
            RuleKey::Stalemate => self.stalemate.name().to_string(),
            RuleKey::NMoveRule => write_limit(self.n_move_rule),
            RuleKey::MaxPlies => write_limit(self.max_plies),
        }
    }
}

/// The value with this name. The error lists all names.
fn choice<T: Copy>(value: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().copied().find(|&one| name(one) == value);
    found.ok_or_else(|| list(all.iter().map(|&one| name(one))))
}

const FORBIDDEN: &str = "forbidden";

/// Removes a limit.
const NO_LIMIT: &str = "none";

fn write_limit(limit: Option<impl fmt::Display>) -> String {
    limit.map_or_else(|| NO_LIMIT.to_string(), |limit| limit.to_string())
}

fn parse_limit<T: core::str::FromStr + PartialOrd + From<u8>>(
    value: &str,
) -> Result<Option<T>, String> {
    if value == NO_LIMIT {
        return Ok(None);
    }
    let number = value.parse().ok().filter(|number| *number >= T::from(1));
    number
        .map(Some)
        .ok_or_else(|| "none or a number from 1".to_string())
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for name in names {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_reads_back() {
        for variant in VariantId::ALL {
            let rules = RuleSet::default_for(variant);
            let mut read = rules;
            for (key, value) in rules.pairs(variant) {
                read.set(variant, key, &value).unwrap();
            }
            assert_eq!(read, rules);
        }
    }

    #[test]
    fn every_value_of_an_option_is_read_and_no_other() {
        for variant in VariantId::ALL {
            for &key in variant.spec().rule_keys {
                let mut rules = RuleSet::default_for(variant);
                let values = RuleSet::values(variant, key);
                for value in values.iter().flatten() {
                    rules.set(variant, key.name(), value).unwrap();
                    assert_eq!(rules.value(key), *value);
                }
                let number = rules.set(variant, key.name(), "7");
                assert_eq!(number.is_ok(), values.is_none(), "{variant} {}", key.name());
            }
        }
    }

    #[test]
    fn a_wrong_value_names_the_right_ones() {
        let mut rules = RuleSet::default_for(VariantId::Shogi);
        let error = rules
            .set(VariantId::Shogi, "declaration", "27")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "declaration cannot be 27 in shogi; it can be off, csa-27, jsa-24"
        );
        assert!(rules.set(VariantId::Shogi, "max-plies", "0").is_err());
        assert!(rules.set(VariantId::Shogun, "impasse", "off").is_err());
    }
}
