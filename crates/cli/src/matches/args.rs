//! The command lines of `komadai match` and `komadai openings`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args};
use komadai_lab::{DrawRule, EloModel, EngineSpec, WinRule};
use komadai_rules::GameId;

use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("thinking").args(["time", "move_time", "nodes", "depth"]),
    override_usage = "\
    komadai match [OPTIONS] --b <ENGINE> <--time S|--move-time S|--nodes N|--depth N>
                     --log <FILE> <GAME>
       komadai match --replay <LOG> [--game <N>]",
    mut_arg("b", |b| b.required_unless_present("replay")),
    after_help = "\
Examples:
  komadai match minishogi --a full --b middle --nodes 2000 --games 20 --log m.jsonl
  komadai match shogi --b usi:/opt/engine/engine --b-option USI_Hash=64 --time 10 --increment 0.1 \\
    --games 400 --concurrency 2 --log shogi.jsonl
  komadai match shogun --b uci:./engine --b-option VariantPath=variants.ini --move-time 0.5 --log s.jsonl
  komadai match torishogi --b uci:./komadai-old --b-arg uci --nodes 20000 --sprt 0,10 --log t.jsonl
  komadai match --replay m.jsonl
  komadai match --replay m.jsonl --game 7"
)]
pub(crate) struct MatchArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "replay",
        conflicts_with = "replay"
    )]
    pub(crate) played: Option<GameId>,
    #[command(flatten)]
    pub(crate) engines: EngineArgs,
    /// Each player's clock at the start; 0 for byo-yomi alone
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) time: Option<u64>,
    /// With --time: what is added after each move
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) increment: Option<u64>,
    /// With --time: for each move once the rest of it is used up
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) byoyomi: Option<u64>,
    /// Instead of a clock: time for each move
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) move_time: Option<u64>,
    /// Instead of a clock: positions for each move
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Instead of a clock: plies for each move
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// By how much a player may exceed its time unpunished
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = milliseconds)]
    pub(crate) margin: u64,
    /// With --nodes or --depth: how long a move may take before the engine has stalled
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = milliseconds)]
    pub(crate) patience: u64,
    /// Rules that differ from the game's default, as in `komadai position`
    ///
    /// Unless max-plies is given, a game of 500 plies is a draw.
    #[arg(long = "rule", value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) rules: Vec<String>,
    /// Number of games, an even one: each opening is played twice, sides exchanged [default: 100,
    /// with --sprt 40000]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u32>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// A file of openings [default: the built-in ones of the game]
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// All chance comes from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop as soon as the first engine is decided to be ELO1 rather than ELO0 better
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        value_parser = hypotheses
    )]
    pub(crate) sprt: Option<(f64, f64)>,
    /// With --sprt: the chance to accept ELO1 although ELO0 is right
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub(crate) alpha: f64,
    /// With --sprt: the chance to accept ELO0 although ELO1 is right
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub(crate) beta: f64,
    /// With --sprt: logistic or normalised
    #[arg(long, value_name = "KIND", default_value_t = EloModel::Logistic, requires = "sprt")]
    pub(crate) elo: EloModel,
    /// End a game as won when both engines have said so: by SCORE centipawns for MOVES moves each
    #[arg(long, value_name = "SCORE:MOVES")]
    pub(crate) adjudicate_win: Option<WinRule>,
    /// End a game as drawn when both engines have said so: within SCORE centipawns for MOVES moves
    /// each, not before PLY
    #[arg(long, value_name = "SCORE:MOVES:PLY")]
    pub(crate) adjudicate_draw: Option<DrawRule>,
    /// Where the games are kept; a match that was broken off goes on from there
    #[arg(long, value_name = "FILE", required_unless_present = "replay")]
    pub(crate) log: Option<PathBuf>,
    /// Play no match: check the games of a log by the rules, and print one with --game
    #[arg(long, value_name = "LOG")]
    pub(crate) replay: Option<PathBuf>,
    /// With --replay: the number of the game to print, from 0
    #[arg(long, value_name = "N", requires = "replay")]
    pub(crate) game: Option<u32>,
}

/// Who is put beside whom.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The first engine: full, a level (1 to 14, easy, middle), two-ply, random, usi:PATH or uci:PATH
    #[arg(long, value_name = "ENGINE", default_value = "full")]
    pub(crate) a: String,
    /// An argument of the first engine's program; may be repeated
    #[arg(long = "a-arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) a_args: Vec<String>,
    /// An option of the first engine; may be repeated
    #[arg(long = "a-option", value_name = "NAME=VALUE")]
    pub(crate) a_options: Vec<String>,
    /// The second engine, like --a
    #[arg(long, value_name = "ENGINE")]
    pub(crate) b: Option<String>,
    /// An argument of the second engine's program; may be repeated
    #[arg(long = "b-arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) b_args: Vec<String>,
    /// An option of the second engine; may be repeated
    #[arg(long = "b-option", value_name = "NAME=VALUE")]
    pub(crate) b_options: Vec<String>,
}

impl EngineArgs {
    /// Both engines as they are described.
    pub(crate) fn read(&self) -> Result<[EngineSpec; 2], Failure> {
        let a = EngineSpec::parse(&self.a, &self.a_args, &self.a_options)
            .map_err(|error| Failure::Input(format!("engine a: {error}")))?;
        let b = self
            .b
            .as_deref()
            .ok_or_else(|| Failure::missing("--b ENGINE"))?;
        let b = EngineSpec::parse(b, &self.b_args, &self.b_options)
            .map_err(|error| Failure::Input(format!("engine b: {error}")))?;
        Ok([a, b])
    }
}

#[derive(Debug, Args)]
#[command(
    mut_arg("a", |a| a.help("The first engine: full, usi:PATH or uci:PATH")),
    mut_arg("b", |b| b.required(true)),
    after_help = "\
Examples:
  komadai pace shogi --b uci:/opt/engine/engine --b-option Hash=64
  komadai pace torishogi --b uci:./komadai-old --b-arg uci --nodes 3000000 --rounds 9"
)]
pub(crate) struct PaceArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    #[command(flatten)]
    pub(crate) engines: EngineArgs,
    /// Positions that each engine visits in each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How often both search each position
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) rounds: u32,
    /// How long a search may take before the engine has stalled
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = milliseconds)]
    pub(crate) patience: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai openings minishogi --count 20
  komadai openings shogi --count 1000 --seed 7 --output shogi.jsonl")]
pub(crate) struct OpeningsArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) count: usize,
    /// All chance comes from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Moves of each [default: 8 in Shogi and Shogun Chess, 6 in Tori Shogi and Minishogi]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: Option<u32>,
    /// Positions the engine looks at to judge one
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) nodes: u64,
    /// The most centipawns by which either side may be ahead
    #[arg(long, value_name = "N", default_value_t = 80)]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub(crate) most_score: i32,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Seconds, with a fraction or without, as milliseconds.
fn milliseconds(text: &str) -> Result<u64, String> {
    /// A month.
    const MOST: f64 = 30.0 * 86_400.0;
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected seconds, for example 10 or 0.1")?;
    if !(0.0..=MOST).contains(&seconds) {
        return Err(format!("expected seconds from 0 to {MOST}"));
    }
    Ok((seconds * 1_000.0).round() as u64)
}

/// Two numbers with a comma between them.
fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected ELO0,ELO1, for example 0,10".into())
}
