//! The command line of `komadai levels`.

use std::path::PathBuf;

use clap::Args;
use komadai_lab::Player;
use komadai_rules::GameId;

#[derive(Debug, Args)]
#[command(override_usage = "\
    komadai levels [OPTIONS] --log <FILE> <GAME>
       komadai levels --document <FOLDER>")]
#[command(after_help = "\
Examples:
  komadai levels minishogi --log minishogi.jsonl --concurrency 2
  komadai levels shogi --log shogi.jsonl --record docs/levels/shogi.json
  komadai levels shogi --log try.jsonl --games 50 --player random --player habits:1:500:200:0:0 --player 5
  komadai levels --document docs")]
pub(crate) struct LevelsArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "document",
        conflicts_with = "document"
    )]
    pub(crate) played: Option<GameId>,
    /// Where finished games are kept; what was broken off goes on from there
    #[arg(long, value_name = "FILE", required_unless_present = "document")]
    pub(crate) log: Option<PathBuf>,
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) games: u32,
    /// All chance comes from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Who plays instead of the random player and all levels, weakest first: a level, random, or
    /// habits:DEPTH:NODES:ERROR:WHIM:BLINDNESS; may be repeated
    #[arg(long = "player", value_name = "PLAYER")]
    pub(crate) players: Vec<Player>,
    /// Write the ratings to this file too, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Play nothing: write the tables and the chart in this folder, engine.md and levels/chart.svg,
    /// from the records levels/GAME.json there
    #[arg(long, value_name = "FOLDER", conflicts_with = "log")]
    pub(crate) document: Option<PathBuf>,
}
