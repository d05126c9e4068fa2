//! The engine's options as both protocols list and set them.

use komadai_engine::Level;
use komadai_notation::Dialect;
use komadai_rules::GameId;

use super::command::shorten;
use super::go::Milliseconds;

/// What can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) game: GameId,
    /// Megabytes of hash table.
    pub(crate) hash: usize,
    pub(crate) level: Level,
    /// Seed of the levels that don't always play their best.
    pub(crate) seed: u64,
    /// How many best moves are told apart.
    pub(crate) lines: usize,
    /// Time that a move takes on its way to the clock.
    pub(crate) overhead: Milliseconds,
}

/// What setting an option changed, beyond the option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    Nothing,
    Game,
    Hash,
    /// The button that forgets what was searched.
    ClearHash,
}

const HASH: (usize, usize) = (1, 4096);
const LINES: (usize, usize) = (1, 500);
const OVERHEAD: (u64, u64) = (0, 10_000);

impl Default for Options {
    fn default() -> Self {
        Self {
            game: GameId::Shogi,
            hash: 64,
            level: Level::Full,
            seed: 0,
            lines: 1,
            overhead: 30,
        }
    }
}

impl Options {
    /// The lines that list the options.
    pub(crate) fn list(&self, dialect: Dialect) -> Vec<String> {
        let vars = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!(" var {name}")).collect::<String>()
        };
        let games = vars(&mut GameId::ALL.iter().map(|game| game.name()));
        let levels = vars(&mut Level::ALL.iter().map(|level| level.name()));
        let described = [
            ("UCI_Variant", format!("combo default {}{games}", self.game)),
            (
                "Hash",
                format!("spin default {} min {} max {}", self.hash, HASH.0, HASH.1),
            ),
            ("Clear Hash", "button".into()),
            ("Threads", "spin default 1 min 1 max 1".into()),
            (
                "MultiPV",
                format!(
                    "spin default {} min {} max {}",
                    self.lines, LINES.0, LINES.1
                ),
            ),
            ("Ponder", "check default false".into()),
            (
                "Level",
                format!("combo default {}{levels}", self.level.name()),
            ),
            (
                "Seed",
                format!("spin default {} min 0 max {}", self.seed, u32::MAX),
            ),
            (
                "Move Overhead",
                format!(
                    "spin default {} min {} max {}",
                    self.overhead, OVERHEAD.0, OVERHEAD.1
                ),
            ),
        ];
        described
            .iter()
            .map(|(name, kind)| format!("option name {} type {kind}", dialect.option_name(name)))
            .collect()
    }

    /// Sets an option by its name in either protocol.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let plain = name.to_ascii_lowercase().replace('_', " ");
        let plain = plain.strip_prefix("usi ").unwrap_or(&plain);
        match plain {
            "uci variant" | "variant" => {
                self.game = value.parse().map_err(|error| {
                    format!("no game \"{}\" for {name}: {error}", shorten(value))
                })?;
                Ok(Changed::Game)
            }
            "hash" => {
                self.hash = number(name, value, HASH.0 as u64, HASH.1 as u64)? as usize;
                Ok(Changed::Hash)
            }
            "multipv" => {
                self.lines = number(name, value, LINES.0 as u64, LINES.1 as u64)? as usize;
                Ok(Changed::Nothing)
            }
            "clear hash" => Ok(Changed::ClearHash),
            "level" => {
                self.level = value.parse().map_err(|error| {
                    format!("no level \"{}\" for {name}: {error}", shorten(value))
                })?;
                Ok(Changed::Nothing)
            }
            "seed" => {
                self.seed = number(name, value, 0, u64::from(u32::MAX))?;
                Ok(Changed::Nothing)
            }
            "move overhead" => {
                self.overhead = number(name, value, OVERHEAD.0, OVERHEAD.1)?;
                Ok(Changed::Nothing)
            }
            "threads" => number(name, value, 1, 1).map(|_| Changed::Nothing),
            // Known to board programs and of no consequence here.
            "ponder" | "variantpath" => Ok(Changed::Nothing),
            _ => Err(format!("unknown option \"{}\"", shorten(name))),
        }
    }
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    value
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            let value = shorten(value);
            format!("{name} must be a number from {least} to {most}, not \"{value}\"")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_protocols_names_are_understood() {
        let mut options = Options::default();
        for name in ["UCI_Variant", "USI_Variant", "uci_variant"] {
            options.game = GameId::Shogi;
            assert_eq!(options.set(name, "torishogi"), Ok(Changed::Game));
            assert_eq!(options.game, GameId::Torishogi);
        }
        assert_eq!(options.set("USI_Hash", "16"), Ok(Changed::Hash));
        assert_eq!(options.set("Hash", "32"), Ok(Changed::Hash));
        assert_eq!(options.hash, 32);
        assert_eq!(options.set("Move Overhead", "50"), Ok(Changed::Nothing));
        assert_eq!(options.set("Move_Overhead", "60"), Ok(Changed::Nothing));
        assert_eq!(options.overhead, 60);
    }

    #[test]
    fn every_listed_option_can_be_set() {
        for dialect in [Dialect::Usi, Dialect::Uci] {
            for line in Options::default().list(dialect) {
                let (name, kind) = line
                    .strip_prefix("option name ")
                    .and_then(|rest| rest.split_once(" type "))
                    .unwrap();
                assert!(dialect == Dialect::Uci || !name.contains(' '), "{name}");
                let default = kind.split(' ').skip_while(|word| *word != "default").nth(1);
                let value = default.unwrap_or_default();
                assert!(Options::default().set(name, value).is_ok(), "{line}");
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
            ("Level", "godlike"),
            ("Threads", "8"),
            ("Bogus", "1"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, Options::default());
    }
}
