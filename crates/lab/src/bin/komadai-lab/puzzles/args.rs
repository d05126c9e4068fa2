//! Command line of `komadai-lab puzzles`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use komadai_lab::PuzzleKind;
use komadai_rules::VariantId;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  komadai-lab puzzles shogi --out shogi.jsonl --count 700
  komadai-lab puzzles shogi --out shogi.jsonl --count 700 --resume
  komadai-lab puzzles check shogi.jsonl")]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
    #[command(flatten)]
    pub(crate) mining: MiningArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Verify the puzzles of a file by solving them anew
    ///
    /// Prints a line for each wrong puzzle, with its line number, and the number of puzzles of each
    /// kind. Ends with status 2 if one is wrong or the file cannot be read.
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MiningArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(value_name = "GAME", required = true)]
    pub(crate) game: Option<VariantId>,
    /// Output file; it is complete after every few games
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) out: Option<PathBuf>,
    /// Number of puzzles, spread over kinds and lengths
    #[arg(long, value_name = "N", default_value_t = 700)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) count: usize,
    /// Kinds, separated by commas: mate, tactic, defence
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        default_value = "mate,tactic,defence"
    )]
    pub(crate) kinds: Vec<PuzzleKind>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Concurrent games; the puzzles do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,
    /// Resume the file; the puzzles become the same as without the interruption
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// File of puzzles
    pub(crate) file: PathBuf,
    /// Solve mates up to this many plies by brute force as well
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) force: u32,
}
