//! The options of each game (RULES 0.6).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::variants::game_id::GameId;

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

            fn from_name(text: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|value| value.name() == text)
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
    /// Who is credited with the men that a handicap removed, in an impasse count.
    ImpasseCredit {
        /// The giver of the handicap.
        Uwate = "uwate",
        /// Nobody.
        None = "none",
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
    /// Who is credited with removed men (Shogi).
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
        let chess = matches!(game, GameId::Shogun);
        RuleSet {
            repetition: match game {
                GameId::Shogi | GameId::Minishogi => Repetition::Draw4,
                GameId::Torishogi => Repetition::StarterMustVary3,
                GameId::Shogun => Repetition::Draw3,
            },
            perpetual_check: if chess {
                PerpetualCheck::None
            } else {
                PerpetualCheck::CheckerLoses
            },
            impasse: if matches!(game, GameId::Shogi) {
                Impasse::Agreement24
            } else {
                Impasse::Off
            },
            declaration: Declaration::Off,
            illegal_move: IllegalMove::Reject,
            stalemate: if chess {
                Stalemate::Draw
            } else {
                Stalemate::StalematedLoses
            },
            pawn_drop_check: PawnDropCheck::Allowed,
            impasse_credit: ImpasseCredit::Uwate,
            n_move_rule: if chess { Some(50) } else { None },
            max_plies: None,
        }
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
        let shogi = game == GameId::Shogi;
        let bad = |known: String| RuleError::UnknownValue {
            game,
            key: key.to_string(),
            value: value.to_string(),
            known,
        };
        match key {
            "repetition" => {
                let known = repetitions(game);
                self.repetition = Repetition::from_name(value)
                    .filter(|mode| known.contains(mode))
                    .ok_or_else(|| bad(list(known.iter().map(|v| v.name()))))?;
            }
            "perpetual-check" => {
                self.perpetual_check = choice(value, PerpetualCheck::from_name, || {
                    bad(list(PerpetualCheck::ALL.iter().map(|v| v.name())))
                })?;
            }
            "impasse" if shogi => {
                self.impasse = choice(value, Impasse::from_name, || {
                    bad(list(Impasse::ALL.iter().map(|v| v.name())))
                })?;
            }
            "declaration" if shogi => {
                self.declaration = choice(value, Declaration::from_name, || {
                    bad(list(Declaration::ALL.iter().map(|v| v.name())))
                })?;
            }
            "impasse-credit" if shogi => {
                self.impasse_credit = choice(value, ImpasseCredit::from_name, || {
                    bad(list(ImpasseCredit::ALL.iter().map(|v| v.name())))
                })?;
            }
            "pawn-drop-check" if shogi => {
                self.pawn_drop_check = choice(value, PawnDropCheck::from_name, || {
                    bad(list(PawnDropCheck::ALL.iter().map(|v| v.name())))
                })?;
            }
            "pawn-drop-mate" if game.spec().pawn_drop_mate_illegal => {
                if value != "forbidden" {
                    return Err(bad("forbidden".to_string()));
                }
            }
            "illegal-move" => {
                self.illegal_move = choice(value, IllegalMove::from_name, || {
                    bad(list(IllegalMove::ALL.iter().map(|v| v.name())))
                })?;
            }
            "stalemate" => {
                self.stalemate = choice(value, Stalemate::from_name, || {
                    bad(list(Stalemate::ALL.iter().map(|v| v.name())))
                })?;
            }
            "n-move-rule" if game.spec().chess_rules => {
                self.n_move_rule = limit(value).ok_or_else(|| bad(LIMIT.to_string()))?;
            }
            "max-plies" => {
                self.max_plies = limit(value).ok_or_else(|| bad(LIMIT.to_string()))?;
            }
            _ => {
                return Err(RuleError::UnknownKey {
                    game,
                    key: key.to_string(),
                    known: list(self.pairs(game).iter().map(|(key, _)| *key)),
                });
            }
        }
        Ok(())
    }

    /// All options of a game, as [`RuleSet::set`] reads them.
    #[must_use]
    pub fn pairs(&self, game: GameId) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut add = |key, value: &dyn fmt::Display| pairs.push((key, value.to_string()));
        if game.spec().pawn_drop_mate_illegal {
            add("pawn-drop-mate", &"forbidden");
        }
        if game == GameId::Shogi {
            add("pawn-drop-check", &self.pawn_drop_check.name());
        }
        add("repetition", &self.repetition.name());
        add("perpetual-check", &self.perpetual_check.name());
        if game == GameId::Shogi {
            add("impasse", &self.impasse.name());
            add("impasse-credit", &self.impasse_credit.name());
            add("declaration", &self.declaration.name());
        }
        add("illegal-move", &self.illegal_move.name());
        add("stalemate", &self.stalemate.name());
        if game.spec().chess_rules {
            add("n-move-rule", &Limit(self.n_move_rule.map(u32::from)));
        }
        add("max-plies", &Limit(self.max_plies));
        pairs
    }
}

/// The repetition rules that a game offers.
fn repetitions(game: GameId) -> &'static [Repetition] {
    match game {
        GameId::Shogi => &[Repetition::Draw4],
        GameId::Minishogi => &[Repetition::Draw4, Repetition::SenteLoses4],
        GameId::Torishogi => &[
            Repetition::StarterMustVary3,
            Repetition::CreatorLoses3,
            Repetition::CreatorLoses4,
        ],
        GameId::Shogun => &[Repetition::Draw3],
    }
}

const LIMIT: &str = "none or a number from 1";

struct Limit(Option<u32>);

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(limit) => limit.fmt(f),
            None => f.write_str("none"),
        }
    }
}

fn choice<T>(
    value: &str,
    from_name: impl Fn(&str) -> Option<T>,
    error: impl Fn() -> RuleError,
) -> Result<T, RuleError> {
    from_name(value).ok_or_else(error)
}

/// `none` or a positive number.
fn limit<T: core::str::FromStr + PartialOrd + From<u8>>(value: &str) -> Option<Option<T>> {
    if value == "none" {
        return Some(None);
    }
    let number: T = value.parse().ok()?;
    (number >= T::from(1)).then_some(Some(number))
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
