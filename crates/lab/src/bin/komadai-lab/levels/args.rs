//! Command line of `komadai-lab levels`.

use std::path::PathBuf;

use clap::Args;
use komadai_lab::Player;
use komadai_rules::VariantId;

#[derive(Debug, Args)]
#[command(override_usage = "\
    komadai-lab levels [OPTIONS] --log <FILE> <GAME>
       komadai-lab levels --document <FOLDER>")]
#[command(after_help = "\
Examples:
  komadai-lab levels minishogi --log minishogi.jsonl --concurrency 2
  komadai-lab levels shogi --log shogi.jsonl --record docs/levels/shogi.json
  komadai-lab levels shogi --log try.jsonl --games 50 --player random --player skill:1:500:200:0:0:100 --player 5
  komadai-lab levels --document docs")]
pub(crate) struct LevelsArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "document",
        conflicts_with = "document"
    )]
    pub(crate) played: Option<VariantId>,
    /// Log of the games; an interrupted measurement resumes from it
    #[arg(long, value_name = "FILE", required_unless_present = "document")]
    pub(crate) log: Option<PathBuf>,
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) games: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Measure this player instead of the random player and all levels, weakest first: a level, random,
    /// or skill:DEPTH:NODES:ERROR:RANDOM:MISSED:OVERLOOKED; may be repeated
    #[arg(long = "player", value_name = "PLAYER")]
    pub(crate) players: Vec<Player>,
    /// Also write the ratings to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Play no games: update the tables in engine.md and the chart levels/chart.svg of this folder from
    /// its records levels/GAME.json
    #[arg(long, value_name = "FOLDER", conflicts_with = "log")]
    pub(crate) document: Option<PathBuf>,
}
