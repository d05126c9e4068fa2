//! Command line of `komadai-lab selfplay`.

use std::path::PathBuf;

use clap::Args;
use komadai_lab::WinRule;
use komadai_rules::VariantId;
use komadai_usi::DEFAULT_EVALUATION;

#[derive(Debug, Args)]
#[command(override_usage = "\
    komadai-lab selfplay [OPTIONS] --output <FILE> <GAME>
       komadai-lab selfplay --read <FILE> [--game <N>]")]
#[command(after_help = "\
Examples:
  komadai-lab selfplay torishogi --games 1000 --concurrency 2 --output tori.kmds
  komadai-lab selfplay shogi --games 200 --seed 7 --nodes 800 --output shogi.kmds
  komadai-lab selfplay torishogi --eval-file tori.nnue --output tori-2.kmds
  komadai-lab selfplay --read tori.kmds
  komadai-lab selfplay --read tori.kmds --game 7")]
pub(crate) struct SelfPlayArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "read",
        conflicts_with = "read"
    )]
    pub(crate) played: Option<VariantId>,
    /// Number of games in the file
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) games: u32,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Evaluation: default, classical, or a file with a net
    #[arg(long, value_name = "EVALUATION", default_value = DEFAULT_EVALUATION)]
    pub(crate) eval_file: String,
    /// Nodes per move after which no further iteration begins
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) nodes: u64,
    /// Random moves at the start of each game: a number or a range
    #[arg(long, value_name = "MIN-MAX", default_value = "6-10", value_parser = range)]
    pub(crate) random_moves: (u32, u32),
    /// Maximum advantage of either side after the random moves, in centipawns
    #[arg(
        long,
        value_name = "N",
        default_value_t = 300,
        alias = "most-start-score"
    )]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub(crate) max_start_score: i32,
    /// Adjudicate a win when both sides agree on SCORE centipawns for MOVES moves each
    #[arg(long, value_name = "SCORE:MOVES", default_value = "5000:3")]
    pub(crate) win: WinRule,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) max_plies: u32,
    /// Output file; an interrupted run resumes from it
    #[arg(long, value_name = "FILE", required_unless_present = "read")]
    pub(crate) output: Option<PathBuf>,
    /// Play no games: check a file and count its training positions, or print a game with --game
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub(crate) read: Option<PathBuf>,
    /// With --read: the number of the game to print, from 0
    #[arg(long, value_name = "N", requires = "read")]
    pub(crate) game: Option<u32>,
}

/// Parses a number, or two separated by a dash.
fn range(text: &str) -> Result<(u32, u32), String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    let numbers = min.parse().ok().zip(max.parse().ok());
    numbers.ok_or_else(|| "expected MIN-MAX, for example 6-10".into())
}
