//! The options of each game.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::variants::GameId;

macro_rules! option_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The value as it is written, in kebab case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

option_enum! {
    /// What happens when a position recurs.
    Repetition {
        /// The fourth occurrence is a draw.
        Draw4 = "draw-4",
        /// The fourth occurrence loses for the first side (Minishogi tournaments).
        SenteLoses4 = "sente-loses-4",
        /// From the third occurrence on, the side that began the cycle must vary or lose.
        StarterMustVary3 = "starter-must-vary-3",
        /// Who brings about the third occurrence loses.
        CreatorLoses3 = "creator-loses-3",
        /// Who brings about the fourth occurrence loses.
        CreatorLoses4 = "creator-loses-4",
        /// The third occurrence is a draw.
        Draw3 = "draw-3",
    }
}

impl Repetition {
    /// At which occurrence of a position this rule speaks.
    #[must_use]
    pub const fn occurrences(self) -> u32 {
        match self {
            Repetition::Draw4 | Repetition::SenteLoses4 | Repetition::CreatorLoses4 => 4,
            Repetition::StarterMustVary3 | Repetition::CreatorLoses3 | Repetition::Draw3 => 3,
        }
    }
}

option_enum! {
    /// Whether giving check with every move of a repetition loses.
    PerpetualCheck {
        /// It does.
        CheckerLoses = "checker-loses",
        /// It is nothing special.
        None = "none",
    }
}

option_enum! {
    /// Whether players may agree that the game is an impasse.
    Impasse {
        /// Both kings entered, both agree: fewer than 24 points lose.
        Agreement24 = "agreement-24",
        /// No.
        Off = "off",
    }
}

option_enum! {
    /// Whether a player may declare an entered king.
    Declaration {
        /// No.
        Off = "off",
        /// 28 points for the first side, 27 for the second.
        Csa27 = "csa-27",
        /// 31 points win, 24 to 30 draw.
        Jsa24 = "jsa-24",
    }
}

option_enum! {
    /// What an illegal move does.
    IllegalMove {
        /// It is refused.
        Reject = "reject",
        /// It loses.
        Loses = "loses",
    }
}

option_enum! {
    /// What having no legal move without being in check means.
    Stalemate {
        /// That side loses.
        StalematedLoses = "stalemated-loses",
        /// A draw.
        Draw = "draw",
    }
}

option_enum! {
    /// Whether a pawn may be dropped with check.
    PawnDropCheck {
        /// Yes.
        Allowed = "allowed",
        /// No (the literal wording of one source).
        Forbidden = "forbidden",
    }
}

option_enum! {
    /// Who is credited with the pieces that a handicap removed, in an impasse count.
    ImpasseCredit {
        /// The giver of the handicap.
        Uwate = "uwate",
        /// Nobody.
        None = "none",
    }
}

option_enum! {
    /// The options of a [`RuleSet`], by the names that [`RuleSet::set`] reads.
    RuleKey {
        /// Whether a pawn drop may mate: `forbidden`, which no game lets players change.
        PawnDropMate = "pawn-drop-mate",
        /// [`RuleSet::pawn_drop_check`].
        PawnDropCheck = "pawn-drop-check",
        /// [`RuleSet::repetition`].
        Repetition = "repetition",
        /// [`RuleSet::perpetual_check`].
        PerpetualCheck = "perpetual-check",
        /// [`RuleSet::impasse`].
        Impasse = "impasse",
        /// [`RuleSet::impasse_credit`].
        ImpasseCredit = "impasse-credit",
        /// [`RuleSet::declaration`].
        Declaration = "declaration",
        /// [`RuleSet::illegal_move`].
        IllegalMove = "illegal-move",
        /// [`RuleSet::stalemate`].
        Stalemate = "stalemate",
        /// [`RuleSet::n_move_rule`].
        NMoveRule = "n-move-rule",
        /// [`RuleSet::max_plies`].
        MaxPlies = "max-plies",
    }
}

/// Why a rule option was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// No game has this option, or this game has not.
    #[error("{game} has no rule {key}; its rules are {known}")]
    UnknownKey {
        /// The game.
        game: GameId,
        /// What was given.
        key: String,
        /// What would be understood.
        known: String,
    },
    /// The option has no such value in this game.
    #[error("{key} cannot be {value} in {game}; it can be {known}")]
    UnknownValue {
        /// The game.
        game: GameId,
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What would be understood.
        known: String,
    },
}

/// The rules a game is played by, stored with every record.
///
/// ```
/// use komadai_rules::{GameId, Repetition, RuleSet};
/// let mut rules = RuleSet::default_for(GameId::Minishogi);
/// assert_eq!(rules.repetition, Repetition::Draw4);
/// rules.set(GameId::Minishogi, "repetition", "sente-loses-4").unwrap();
/// assert!(rules.set(GameId::Minishogi, "repetition", "draw-3").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// What happens when a position recurs.
    pub repetition: Repetition,
    /// Whether perpetual check loses.
    pub perpetual_check: PerpetualCheck,
    /// Impasse by agreement (Shogi).
    pub impasse: Impasse,
    /// Declaration of an entered king (Shogi).
    pub declaration: Declaration,
    /// What an illegal move does.
    pub illegal_move: IllegalMove,
    /// What stalemate means.
    pub stalemate: Stalemate,
    /// Pawn drops with check (Shogi).
    pub pawn_drop_check: PawnDropCheck,
    /// Who is credited with removed pieces (Shogi).
    pub impasse_credit: ImpasseCredit,
    /// A draw after so many full moves without capture, drop, promotion or pawn move.
    pub n_move_rule: Option<u16>,
    /// A draw after so many plies.
    pub max_plies: Option<u32>,
}

impl RuleSet {
    /// The defaults of a game.
    #[must_use]
    pub const fn default_for(game: GameId) -> RuleSet {
        game.spec().default_rules
    }

    /// The half-move clock at which the game is a draw: twice [`n_move_rule`](Self::n_move_rule), which
    /// counts full moves.
    #[must_use]
    pub const fn halfmove_limit(&self) -> Option<u32> {
        match self.n_move_rule {
            Some(moves) => Some(2 * moves as u32),
            None => None,
        }
    }

    /// Sets one option from text. Keys and values are in kebab case; `none` takes a limit away.
    ///
    /// # Errors
    ///
    /// Says which keys or values the game knows.
    pub fn set(&mut self, game: GameId, key: &str, value: &str) -> Result<(), RuleError> {
        let keys = game.spec().rule_keys;
        let rule = choice(key, keys, RuleKey::name).map_err(|known| RuleError::UnknownKey {
            game,
            key: key.to_string(),
            known,
        })?;
        self.set_rule(game, rule, value)
            .map_err(|known| RuleError::UnknownValue {
                game,
                key: key.to_string(),
                value: value.to_string(),
                known,
            })
    }

    /// Sets an option that the game has. The error lists the values that it can have.
    fn set_rule(&mut self, game: GameId, rule: RuleKey, value: &str) -> Result<(), String> {
        match rule {
            RuleKey::PawnDropMate => {
                if value != FORBIDDEN {
                    return Err(FORBIDDEN.to_string());
                }
            }
            RuleKey::Repetition => {
                self.repetition = choice(value, game.spec().repetitions, Repetition::name)?;
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

    /// All options of a game, as [`RuleSet::set`] reads them.
    ///
    /// ```
    /// use komadai_rules::{GameId, RuleSet};
    /// let pairs = RuleSet::default_for(GameId::Shogun).pairs(GameId::Shogun);
    /// assert!(pairs.contains(&("n-move-rule", "50".to_string())));
    /// ```
    #[must_use]
    pub fn pairs(&self, game: GameId) -> Vec<(&'static str, String)> {
        let keys = game.spec().rule_keys.iter();
        keys.map(|&key| (key.name(), self.value(key))).collect()
    }

    /// The values that an option can have in a game, as [`RuleSet::set`] reads them; nothing for a limit,
    /// which is `none` or a number from 1.
    ///
    /// ```
    /// use komadai_rules::{GameId, RuleKey, RuleSet};
    /// let values = RuleSet::values(GameId::Minishogi, RuleKey::Repetition);
    /// assert_eq!(values, Some(vec!["draw-4", "sente-loses-4"]));
    /// assert_eq!(RuleSet::values(GameId::Minishogi, RuleKey::MaxPlies), None);
    /// ```
    #[must_use]
    pub fn values(game: GameId, key: RuleKey) -> Option<Vec<&'static str>> {
        fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Option<Vec<&'static str>> {
            Some(all.iter().map(|&one| name(one)).collect())
        }
        match key {
            RuleKey::PawnDropMate => Some(vec![FORBIDDEN]),
            RuleKey::PawnDropCheck => names(PawnDropCheck::ALL, PawnDropCheck::name),
            RuleKey::Repetition => names(game.spec().repetitions, Repetition::name),
            RuleKey::PerpetualCheck => names(PerpetualCheck::ALL, PerpetualCheck::name),
            RuleKey::Impasse => names(Impasse::ALL, Impasse::name),
            RuleKey::ImpasseCredit => names(ImpasseCredit::ALL, ImpasseCredit::name),
            RuleKey::Declaration => names(Declaration::ALL, Declaration::name),
            RuleKey::IllegalMove => names(IllegalMove::ALL, IllegalMove::name),
            RuleKey::Stalemate => names(Stalemate::ALL, Stalemate::name),
            RuleKey::NMoveRule | RuleKey::MaxPlies => None,
        }
    }

    /// The value of an option as it is written.
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

/// The only value of [`RuleKey::PawnDropMate`].
const FORBIDDEN: &str = "forbidden";

/// What takes a limit away.
const NO_LIMIT: &str = "none";

fn write_limit(limit: Option<impl fmt::Display>) -> String {
    limit.map_or_else(|| NO_LIMIT.to_string(), |limit| limit.to_string())
}

/// `none` or a positive number.
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
        for game in GameId::ALL {
            let rules = RuleSet::default_for(game);
            let mut read = rules;
            for (key, value) in rules.pairs(game) {
                read.set(game, key, &value).unwrap();
            }
            assert_eq!(read, rules);
        }
    }

    #[test]
    fn every_value_of_an_option_is_read_and_no_other() {
        for game in GameId::ALL {
            for &key in game.spec().rule_keys {
                let mut rules = RuleSet::default_for(game);
                let values = RuleSet::values(game, key);
                for value in values.iter().flatten() {
                    rules.set(game, key.name(), value).unwrap();
                    assert_eq!(rules.value(key), *value);
                }
                let number = rules.set(game, key.name(), "7");
                assert_eq!(number.is_ok(), values.is_none(), "{game} {}", key.name());
            }
        }
    }

    #[test]
    fn a_wrong_value_names_the_right_ones() {
        let mut rules = RuleSet::default_for(GameId::Shogi);
        let error = rules.set(GameId::Shogi, "declaration", "27").unwrap_err();
        assert_eq!(
            error.to_string(),
            "declaration cannot be 27 in shogi; it can be off, csa-27, jsa-24"
        );
        assert!(rules.set(GameId::Shogi, "max-plies", "0").is_err());
        assert!(rules.set(GameId::Shogun, "impasse", "off").is_err());
    }
}
