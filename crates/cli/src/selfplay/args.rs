//! The command line of `komadai selfplay`.

use std::path::PathBuf;

use clap::Args;
use komadai_lab::WinRule;
use komadai_rules::GameId;

#[derive(Debug, Args)]
#[command(override_usage = "\
    komadai selfplay [OPTIONS] --output <FILE> <GAME>
       komadai selfplay --read <FILE> [--game <N>]")]
#[command(after_help = "\
Examples:
  komadai selfplay torishogi --games 1000 --concurrency 2 --output tori.kmds
  komadai selfplay shogi --games 200 --seed 7 --nodes 800 --output shogi.kmds
  komadai selfplay --read tori.kmds
  komadai selfplay --read tori.kmds --game 7")]
pub(crate) struct SelfPlayArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(
        value_name = "GAME",
        required_unless_present = "read",
        conflicts_with = "read"
    )]
    pub(crate) played: Option<GameId>,
    /// Number of games the file shall have
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) games: u32,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// All chance comes from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Positions after which the engine finishes the iteration it is in, for each move
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) nodes: u64,
    /// Random legal moves at the start of each game: a number, or between two
    #[arg(long, value_name = "LEAST-MOST", default_value = "6-10", value_parser = range)]
    pub(crate) random_moves: (u32, u32),
    /// The most centipawns by which either side may be ahead after them
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub(crate) most_start_score: i32,
    /// End a game as won when both sides have seen SCORE centipawns for MOVES moves each
    #[arg(long, value_name = "SCORE:MOVES", default_value = "2000:3")]
    pub(crate) win: WinRule,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) max_plies: u32,
    /// Where the games are kept; what was broken off goes on from there
    #[arg(long, value_name = "FILE", required_unless_present = "read")]
    pub(crate) output: Option<PathBuf>,
    /// Play nothing: check the games of a file and count what can be learned from, or print one with
    /// --game
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub(crate) read: Option<PathBuf>,
    /// With --read: the number of the game to print, from 0
    #[arg(long, value_name = "N", requires = "read")]
    pub(crate) game: Option<u32>,
}

/// One number, or two with a dash between them.
fn range(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let numbers = least.parse().ok().zip(most.parse().ok());
    numbers.ok_or_else(|| "expected LEAST-MOST, for example 6-10".into())
}
