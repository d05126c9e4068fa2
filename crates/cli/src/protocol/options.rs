//! The engine's options as both protocols list and set them.

use komadai_engine::{Level, Limits, MAX_THREADS};
use komadai_notation::Dialect;
use komadai_rules::{Declaration, GameId, RuleSet, Side};

use super::command::shorten;
use super::go::Milliseconds;
use super::no_effect;
use super::rule_options::RuleOptions;

/// What can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) game: GameId,
    /// Megabytes of hash table.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// The level, unless one of the next three asks for a weaker one.
    level: Level,
    /// Twenty for full strength.
    skill: u64,
    limit_strength: bool,
    /// The rating that is asked for while strength is limited.
    elo: i32,
    /// Seed of the levels that don't always play their best.
    pub(crate) seed: u64,
    /// How many best moves are told apart.
    pub(crate) lines: usize,
    /// Time that a move takes on its way to the clock.
    pub(crate) overhead: Milliseconds,
    /// Percent of the time that a move is allotted by a clock.
    slow_mover: u64,
    /// After which time at the earliest a move that has a clock is settled on.
    least_time: Milliseconds,
    /// Least time between the lines of one iteration and of the next that is told.
    pub(crate) info_interval: Milliseconds,
    /// Positions are looked into, no game is played: no level, no resigning, no declaring.
    pub(crate) analyse: bool,
    pub(crate) show_wdl: bool,
    /// Resigns (in USI) when it is so many centipawns behind.
    resign_value: i32,
    /// What a draw is worth to the engine, in centipawns, by the side it plays.
    draw_values: [i32; 2],
    rules: RuleOptions,
}

/// What setting an option changed, beyond the option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changed {
    Nothing,
    /// Less than one might think: what to say about it.
    Remark(String),
    Game,
    Hash,
    Threads,
    /// The button that forgets what was searched.
    ClearHash,
    /// All lines are to be added to this file; to none if it has no name.
    DebugLog(String),
}

const HASH: (usize, usize) = (1, 4096);
const LINES: (usize, usize) = (1, 500);
const OVERHEAD: (u64, u64) = (0, 10_000);
const SLOW_MOVER: (u64, u64) = (10, 1_000);
const LEAST_TIME: u64 = 60_000;
const INFO_INTERVAL: u64 = 60_000;
/// How a board program writes that a text is empty.
const EMPTY: &str = "<empty>";
const FULL_SKILL: u64 = 20;
/// No score is so bad.
const NEVER_RESIGN: i32 = 99_999;
const DRAW_VALUE: i32 = 1_000;

impl Default for Options {
    fn default() -> Self {
        Self {
            game: GameId::Shogi,
            hash: 64,
            threads: 1,
            level: Level::FULL,
            skill: FULL_SKILL,
            limit_strength: false,
            elo: most_elo(),
            seed: 0,
            lines: 1,
            overhead: 30,
            slow_mover: 100,
            least_time: 0,
            info_interval: 0,
            analyse: false,
            show_wdl: false,
            resign_value: NEVER_RESIGN,
            draw_values: [0; 2],
            rules: RuleOptions::default(),
        }
    }
}

fn ratings() -> impl Iterator<Item = i32> {
    Level::all().flat_map(|level| GameId::ALL.into_iter().filter_map(move |g| level.rating(g)))
}

fn least_elo() -> i32 {
    ratings().min().unwrap_or(0)
}

fn most_elo() -> i32 {
    ratings().max().unwrap_or(0)
}

impl Options {
    /// The lines that list the options.
    pub(crate) fn list(&self, dialect: Dialect) -> Vec<String> {
        let vars = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!(" var {name}")).collect::<String>()
        };
        let games = vars(&mut GameId::ALL.iter().map(|game| game.name()));
        let names: Vec<String> = Level::all().map(|level| level.to_string()).collect();
        let levels = vars(&mut names.iter().map(String::as_str));
        let spin =
            |now: i64, least: i64, most: i64| format!("spin default {now} min {least} max {most}");
        let check = |now: bool| format!("check default {now}");
        let mut described = vec![
            ("UCI_Variant", format!("combo default {}{games}", self.game)),
            ("Hash", spin(self.hash as i64, HASH.0 as i64, HASH.1 as i64)),
            ("Clear Hash", "button".into()),
            ("Threads", spin(self.threads as i64, 1, MAX_THREADS as i64)),
            (
                "MultiPV",
                spin(self.lines as i64, LINES.0 as i64, LINES.1 as i64),
            ),
            ("Ponder", check(false)),
            (
                "Move Overhead",
                spin(self.overhead as i64, OVERHEAD.0 as i64, OVERHEAD.1 as i64),
            ),
            (
                "Slow Mover",
                spin(
                    self.slow_mover as i64,
                    SLOW_MOVER.0 as i64,
                    SLOW_MOVER.1 as i64,
                ),
            ),
            (
                "MinimumThinkingTime",
                spin(self.least_time as i64, 0, LEAST_TIME as i64),
            ),
            (
                "PvInterval",
                spin(self.info_interval as i64, 0, INFO_INTERVAL as i64),
            ),
            ("Debug Log File", format!("string default {EMPTY}")),
            ("UCI_LimitStrength", check(self.limit_strength)),
            (
                "UCI_Elo",
                spin(
                    i64::from(self.elo),
                    i64::from(least_elo()),
                    i64::from(most_elo()),
                ),
            ),
            ("Skill Level", spin(self.skill as i64, 0, FULL_SKILL as i64)),
            ("Level", format!("combo default {}{levels}", self.level)),
            ("Seed", spin(self.seed as i64, 0, i64::from(u32::MAX))),
            ("UCI_AnalyseMode", check(self.analyse)),
            ("UCI_ShowWDL", check(self.show_wdl)),
        ];
        let [black, white] = self.draw_values.map(|value| {
            spin(
                i64::from(value),
                i64::from(-DRAW_VALUE),
                i64::from(DRAW_VALUE),
            )
        });
        if dialect == Dialect::Usi {
            let resign = spin(i64::from(self.resign_value), 0, i64::from(NEVER_RESIGN));
            described.push(("ResignValue", resign));
            described.push(("DrawValueBlack", black));
            described.push(("DrawValueWhite", white));
        } else {
            described.push(("DrawValueWhite", black));
            described.push(("DrawValueBlack", white));
        }
        described.extend(self.rules.list());
        described
            .iter()
            .map(|(name, kind)| format!("option name {} type {kind}", dialect.option_name(name)))
            .collect()
    }

    /// Sets an option by its name in either protocol.
    pub(crate) fn set(
        &mut self,
        dialect: Dialect,
        name: &str,
        value: &str,
    ) -> Result<Changed, String> {
        let plain = name.to_ascii_lowercase().replace('_', " ");
        let plain = plain.strip_prefix("usi ").unwrap_or(&plain);
        match plain {
            "uci variant" | "variant" => {
                let game = value.parse().map_err(|error| {
                    format!("no game \"{}\" for {name}: {error}", shorten(value))
                })?;
                if game != self.game {
                    self.rules.forget_game();
                }
                self.game = game;
                return Ok(Changed::Game);
            }
            "hash" => {
                self.hash = number(name, value, HASH.0 as u64, HASH.1 as u64)? as usize;
                return Ok(Changed::Hash);
            }
            "threads" => {
                self.threads = number(name, value, 1, MAX_THREADS as u64)? as usize;
                return Ok(Changed::Threads);
            }
            "clear hash" => return Ok(Changed::ClearHash),
            "multipv" => self.lines = number(name, value, LINES.0 as u64, LINES.1 as u64)? as usize,
            "level" => {
                self.level = value.parse().map_err(|error| {
                    format!("no level \"{}\" for {name}: {error}", shorten(value))
                })?;
            }
            "skill level" => self.skill = number(name, value, 0, FULL_SKILL)?,
            "uci limitstrength" => self.limit_strength = truth(name, value)?,
            "uci elo" => self.elo = signed(name, value, least_elo(), most_elo())?,
            "seed" => self.seed = number(name, value, 0, u64::from(u32::MAX))?,
            "move overhead" | "networkdelay" => {
                self.overhead = number(name, value, OVERHEAD.0, OVERHEAD.1)?;
            }
            "slow mover" | "slowmover" => {
                self.slow_mover = number(name, value, SLOW_MOVER.0, SLOW_MOVER.1)?;
            }
            "minimumthinkingtime" | "minimum thinking time" => {
                self.least_time = number(name, value, 0, LEAST_TIME)?;
            }
            "pvinterval" => self.info_interval = number(name, value, 0, INFO_INTERVAL)?,
            "debug log file" => {
                let path = if value == EMPTY { "" } else { value };
                return Ok(Changed::DebugLog(path.into()));
            }
            "uci analysemode" => self.analyse = truth(name, value)?,
            "uci showwdl" => self.show_wdl = truth(name, value)?,
            "resignvalue" => {
                self.resign_value = signed(name, value, 0, NEVER_RESIGN)?;
                return Ok(only_in_usi(dialect, name, "resigning"));
            }
            "drawvalueblack" | "drawvaluewhite" => {
                let first = (plain == "drawvalueblack") == (dialect == Dialect::Usi);
                let side = if first { Side::First } else { Side::Second };
                self.draw_values[side.index()] = signed(name, value, -DRAW_VALUE, DRAW_VALUE)?;
            }
            // Listed because board programs ponder only then; whether to is said by go.
            "ponder" => {}
            _ => match (
                self.rules.set(self.game, plain, value),
                no_effect::reason(plain),
            ) {
                (Some(result), _) => {
                    result?;
                    if plain == "enteringkingrule" {
                        return Ok(only_in_usi(dialect, name, "declaring"));
                    }
                }
                (None, Some(reason)) => {
                    return Ok(Changed::Remark(format!("{name} has no effect: {reason}")));
                }
                (None, None) => return Err(format!("unknown option \"{}\"", shorten(name))),
            },
        }
        Ok(Changed::Nothing)
    }

    /// The rules that the board program plays by. UCI has no word for a declaration.
    pub(crate) fn rules(&self, dialect: Dialect) -> RuleSet {
        let mut rules = self.rules.rules(self.game);
        if dialect == Dialect::Uci {
            rules.declaration = Declaration::Off;
        }
        rules
    }

    /// How strong it shall play.
    pub(crate) fn level(&self) -> Level {
        if self.analyse {
            return Level::FULL;
        }
        let by_rating = if self.limit_strength {
            Level::nearest(self.game, self.elo)
        } else {
            Level::FULL
        };
        self.level.min(of_skill(self.skill)).min(by_rating)
    }

    /// The score from which on it resigns.
    pub(crate) fn resigns_at(&self, dialect: Dialect) -> Option<i32> {
        let may = dialect == Dialect::Usi && !self.analyse && self.resign_value < NEVER_RESIGN;
        may.then_some(-self.resign_value)
    }

    /// Stretches the time that a move is allotted by a clock, within what it may take at most.
    pub(crate) fn stretch(&self, limits: &mut Limits) {
        if let Some(share) = limits.share_ms {
            let share = share.saturating_mul(self.slow_mover) / 100;
            limits.share_ms = Some(share);
            let most = limits.time_ms.unwrap_or(u64::MAX);
            let sure = limits.soft_time_ms.unwrap_or(0);
            // The clearest move gets more than half of its share.
            let least = self.least_time.saturating_sub(share / 2);
            limits.soft_time_ms = Some(sure.max(least).min(most));
        }
    }

    /// What a draw is worth to the side that moves at the root.
    pub(crate) fn draw_score(&self, side: Side) -> i32 {
        if self.analyse {
            0
        } else {
            self.draw_values[side.index()]
        }
    }
}

/// An option was set that counts where the protocol has a word for what it is about.
fn only_in_usi(dialect: Dialect, name: &str, what: &str) -> Changed {
    match dialect {
        Dialect::Usi => Changed::Nothing,
        Dialect::Uci => Changed::Remark(format!(
            "{name} has no effect in UCI: it has no word for {what}"
        )),
    }
}

/// The levels spread over the skills below full strength.
fn of_skill(skill: u64) -> Level {
    if skill >= FULL_SKILL {
        return Level::FULL;
    }
    let steps = u64::from(Level::COUNT) - 1;
    let number = 1 + (skill * steps + (FULL_SKILL - 1) / 2) / (FULL_SKILL - 1);
    u8::try_from(number)
        .ok()
        .and_then(Level::numbered)
        .unwrap_or(Level::FULL)
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    // Some board programs write `True`.
    value.to_ascii_lowercase().parse().map_err(|_| {
        let value = shorten(value);
        format!("{name} must be true or false, not \"{value}\"")
    })
}

fn signed(name: &str, value: &str, least: i32, most: i32) -> Result<i32, String> {
    (value.parse().ok())
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            let value = shorten(value);
            format!("{name} must be a number from {least} to {most}, not \"{value}\"")
        })
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
    use komadai_rules::ImpasseCredit;

    use super::*;

    #[test]
    fn both_protocols_names_are_understood() {
        let mut options = Options::default();
        for name in ["UCI_Variant", "USI_Variant", "uci_variant"] {
            options.game = GameId::Shogi;
            assert_eq!(
                options.set(Dialect::Usi, name, "torishogi"),
                Ok(Changed::Game)
            );
            assert_eq!(options.game, GameId::Torishogi);
        }
        assert_eq!(
            options.set(Dialect::Usi, "USI_Hash", "16"),
            Ok(Changed::Hash)
        );
        assert_eq!(options.set(Dialect::Usi, "Hash", "32"), Ok(Changed::Hash));
        assert_eq!(options.hash, 32);
        assert_eq!(
            options.set(Dialect::Usi, "Move Overhead", "50"),
            Ok(Changed::Nothing)
        );
        assert_eq!(
            options.set(Dialect::Usi, "Move_Overhead", "60"),
            Ok(Changed::Nothing)
        );
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
                assert!(
                    Options::default().set(dialect, name, value).is_ok(),
                    "{line}"
                );
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
            assert!(
                options.set(Dialect::Usi, name, value).is_err(),
                "{name} {value}"
            );
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn strength_is_limited_in_three_ways_and_the_weakest_counts() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            (options.set(Dialect::Uci, name, value)).expect("a good value");
            options.level()
        };
        assert_eq!(set("Level", "full"), Level::FULL);
        assert_eq!(set("Skill Level", "0"), Level::EASY);
        assert_eq!(
            set("Skill Level", "19"),
            Level::numbered(Level::COUNT).unwrap()
        );
        assert_eq!(set("Skill Level", "20"), Level::FULL);
        let elo = Level::MIDDLE.rating(GameId::Shogi).unwrap().to_string();
        assert_eq!(set("UCI_Elo", &elo), Level::FULL);
        assert_eq!(set("UCI_LimitStrength", "true"), Level::MIDDLE);
        assert_eq!(set("Level", "easy"), Level::EASY);
        assert_eq!(set("UCI_AnalyseMode", "True"), Level::FULL);
    }

    #[test]
    fn rules_are_set_for_the_game_that_is_chosen() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            (options.set(Dialect::Usi, name, value)).expect("a good value");
            options.rules(Dialect::Usi)
        };
        assert_eq!(
            set("EnteringKingRule", "CSARule24").declaration,
            Declaration::Jsa24
        );
        let rules = set("EnteringKingRule", "CSARule27H");
        assert_eq!(
            (rules.declaration, rules.impasse_credit),
            (Declaration::Csa27, ImpasseCredit::Uwate)
        );
        let rules = set("EnteringKingRule", "CSARule27");
        assert_eq!(rules.impasse_credit, ImpasseCredit::None);
        // What is said of the credit itself counts.
        let rules = set("Impasse_Credit", "uwate");
        assert_eq!(rules.impasse_credit, ImpasseCredit::Uwate);
        assert_eq!(
            set("EnteringKingRule", "NoEnteringKing").declaration,
            Declaration::Off
        );
        assert_eq!(set("MaxMovesToDraw", "256").max_plies, Some(256));
        assert_eq!(set("MaxMovesToDraw", "0").max_plies, None);
        set("USI_Variant", "minishogi");
        let rules = set("Repetition", "sente-loses-4");
        assert_eq!(rules.repetition.name(), "sente-loses-4");
        assert_eq!(
            set("Repetition", "default"),
            RuleSet::default_for(GameId::Minishogi)
        );
        set("Perpetual_Check", "none");
        // Another game has its own rules.
        assert_eq!(
            set("USI_Variant", "shogun"),
            RuleSet::default_for(GameId::Shogun)
        );
        assert_eq!(set("N_Move_Rule", "0").n_move_rule, None);
        assert_eq!(set("N_Move_Rule", "-1").n_move_rule, Some(50));
        assert_eq!(options.rules(Dialect::Uci).declaration, Declaration::Off);
    }

    #[test]
    fn the_allotted_time_is_stretched_within_the_most_there_is() {
        let mut options = Options::default();
        let clock = Limits {
            time_ms: Some(1_000),
            soft_time_ms: Some(50),
            share_ms: Some(200),
            ..Limits::default()
        };
        let mut stretched = |name: &str, value: &str| {
            (options.set(Dialect::Usi, name, value)).expect("a good value");
            let mut limits = clock.clone();
            options.stretch(&mut limits);
            assert_eq!(limits.time_ms, Some(1_000));
            [limits.soft_time_ms, limits.share_ms].map(Option::unwrap)
        };
        assert_eq!(stretched("Slow_Mover", "100"), [50, 200]);
        assert_eq!(stretched("Slow_Mover", "50"), [50, 100]);
        assert_eq!(stretched("MinimumThinkingTime", "120"), [70, 100]);
        assert_eq!(stretched("MinimumThinkingTime", "90"), [50, 100]);
        assert_eq!(stretched("MinimumThinkingTime", "5000"), [1_000, 100]);
        assert_eq!(stretched("SlowMover", "1000"), [1_000, 2_000]);
        let mut endless = Limits::default();
        options.stretch(&mut endless);
        assert!(endless.is_unlimited());
    }

    #[test]
    fn colours_are_those_of_the_protocol() {
        for (dialect, side) in [(Dialect::Usi, Side::First), (Dialect::Uci, Side::Second)] {
            let mut options = Options::default();
            options
                .set(dialect, "DrawValueBlack", "-20")
                .expect("a good value");
            assert_eq!(
                (options.draw_score(side), options.draw_score(!side)),
                (-20, 0)
            );
        }
    }
}
