//! Command lines of `komadai-lab match`, `komadai-lab pace` and `komadai-lab openings`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args};
use komadai_engine::Level;
use komadai_lab::{DrawRule, EloModel, EngineSpec, WinRule};
use komadai_rules::VariantId;
use komadai_usi::DEFAULT_EVALUATION;

use crate::failure::Failure;

fn engine_help() -> String {
    format!(
        "First engine: full, a level (0 to {}, easy, middle), two-ply, random, usi:PATH or uci:PATH",
        Level::HIGHEST
    )
}

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("thinking").args(["time", "move_time", "nodes", "depth"]),
    override_usage = "\
    komadai-lab match [OPTIONS] --b <ENGINE> <--time S|--move-time S|--nodes N|--depth N>
                     --log <FILE> <GAME>
       komadai-lab match --replay <LOG> [--game <N>]",
    mut_arg("b", |b| b.required_unless_present("replay")),
    after_help = "\
Examples:
  komadai-lab match minishogi --a full --b middle --nodes 2000 --games 20 --log m.jsonl
  komadai-lab match shogi --b usi:/opt/engine/engine --b-option USI_Hash=64 --time 10 --increment 0.1 \\
    --games 400 --concurrency 2 --log shogi.jsonl
  komadai-lab match shogun --b uci:./engine --b-option VariantPath=variants.ini --move-time 0.5 --log s.jsonl
  komadai-lab match torishogi --b uci:./old-engine --nodes 20000 --sprt 0,10 --log t.jsonl
  komadai-lab match --replay m.jsonl
  komadai-lab match --replay m.jsonl --game 7"
)]
pub(crate) struct MatchArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "replay",
        conflicts_with = "replay"
    )]
    pub(crate) played: Option<VariantId>,
    #[command(flatten)]
    pub(crate) engines: EngineArgs,
    /// Main time of each player; 0 for byo-yomi only
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) time: Option<u64>,
    /// With --time: increment per move
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) increment: Option<u64>,
    /// With --time: time per move after the main time is used up
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) byoyomi: Option<u64>,
    /// Instead of a clock: time per move
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    pub(crate) move_time: Option<u64>,
    /// Instead of a clock: nodes per move
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Instead of a clock: search depth in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Time by which a player may exceed its time without losing
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = milliseconds)]
    pub(crate) margin: u64,
    /// With --nodes or --depth: time for a move after which the engine counts as stalled
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = milliseconds)]
    pub(crate) patience: u64,
    /// Rules that differ from the game's defaults, as in `komadai position`
    ///
    /// Unless max-plies is given, a game of 500 plies is a draw.
    #[arg(long = "rule", value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) rules: Vec<String>,
    /// Number of games, even because each opening is played twice with colours reversed [default: 100,
    /// with --sprt 40000]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u32>,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// File of openings [default: the built-in openings of the game]
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop as soon as the SPRT accepts ELO1 or ELO0 as the advantage of the first engine
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        value_parser = hypotheses
    )]
    pub(crate) sprt: Option<(f64, f64)>,
    /// With --sprt: probability of accepting ELO1 if ELO0 is true
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub(crate) alpha: f64,
    /// With --sprt: probability of accepting ELO0 if ELO1 is true
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub(crate) beta: f64,
    /// With --sprt: Elo model, logistic or normalised
    #[arg(long, value_name = "KIND", default_value_t = EloModel::Logistic, requires = "sprt")]
    pub(crate) elo: EloModel,
    /// Adjudicate a win when both engines agree on SCORE centipawns for MOVES moves each
    #[arg(long, value_name = "SCORE:MOVES")]
    pub(crate) adjudicate_win: Option<WinRule>,
    /// Adjudicate a draw when both scores stay within SCORE centipawns for MOVES moves each, not before
    /// PLY
    #[arg(long, value_name = "SCORE:MOVES:PLY")]
    pub(crate) adjudicate_draw: Option<DrawRule>,
    /// Log of the games; an interrupted match resumes from it
    #[arg(long, value_name = "FILE", required_unless_present = "replay")]
    pub(crate) log: Option<PathBuf>,
    /// Play no match: replay the games of a log, and print one with --game
    #[arg(long, value_name = "LOG")]
    pub(crate) replay: Option<PathBuf>,
    /// With --replay: the number of the game to print, from 0
    #[arg(long, value_name = "N", requires = "replay")]
    pub(crate) game: Option<u32>,
}

/// Engines A and B of a match.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    #[arg(long, value_name = "ENGINE", default_value = "full", help = engine_help())]
    pub(crate) a: String,
    /// Argument for the first engine's program; may be repeated
    #[arg(long = "a-arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) a_args: Vec<String>,
    /// Option of the first engine; may be repeated
    #[arg(long = "a-option", value_name = "NAME=VALUE")]
    pub(crate) a_options: Vec<String>,
    /// Second engine, like --a
    #[arg(long, value_name = "ENGINE")]
    pub(crate) b: Option<String>,
    /// Argument for the second engine's program; may be repeated
    #[arg(long = "b-arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) b_args: Vec<String>,
    /// Option of the second engine; may be repeated
    #[arg(long = "b-option", value_name = "NAME=VALUE")]
    pub(crate) b_options: Vec<String>,
}

impl EngineArgs {
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
    mut_arg("a", |a| a.help("First engine: full, usi:PATH or uci:PATH")),
    mut_arg("b", |b| b.required(true)),
    after_help = "\
Examples:
  komadai-lab pace shogi --b uci:/opt/engine/engine --b-option Hash=64
  komadai-lab pace torishogi --b uci:./old-engine --nodes 3000000 --rounds 9"
)]
pub(crate) struct PaceArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: VariantId,
    #[command(flatten)]
    pub(crate) engines: EngineArgs,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Number of searches of each position by each engine
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) rounds: u32,
    /// Time for a search after which the engine counts as stalled
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = milliseconds)]
    pub(crate) patience: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai-lab openings minishogi --count 20
  komadai-lab openings shogi --count 1000 --seed 7 --output shogi.jsonl
  komadai-lab openings minishogi --rule repetition=sente-loses-4 --nodes 200000 --max-score 40")]
pub(crate) struct OpeningsArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: VariantId,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) count: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Plies of each opening [default: 8 in Shogi and Shogun Chess, 6 in Tori Shogi and Minishogi]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: Option<u32>,
    /// Nodes of the search that scores an opening
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) nodes: u64,
    /// Maximum advantage of either side in centipawns
    #[arg(long, value_name = "N", default_value_t = 80, alias = "most-score")]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub(crate) max_score: i32,
    /// Evaluation: default, classical, or a file with a net
    #[arg(long, value_name = "EVALUATION", default_value = DEFAULT_EVALUATION)]
    pub(crate) eval_file: String,
    /// Rules that differ from the game's defaults, as in `komadai position`
    #[arg(long = "rule", value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) rules: Vec<String>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the output file if it exists
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
}

/// Parses seconds, with or without a fraction.
fn milliseconds(text: &str) -> Result<u64, String> {
    /// 30 days.
    const MAX_SECONDS: f64 = 30.0 * 86_400.0;
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected seconds, for example 10 or 0.1")?;
    if !(0.0..=MAX_SECONDS).contains(&seconds) {
        return Err(format!("expected seconds from 0 to {MAX_SECONDS}"));
    }
    Ok((seconds * 1_000.0).round() as u64)
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected ELO0,ELO1, for example 0,10".into())
}
