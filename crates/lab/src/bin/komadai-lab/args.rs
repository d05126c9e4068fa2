//! Command line as clap types; their doc comments are the help texts.

use clap::{Args, Parser, Subcommand};
use komadai_engine::Level;
use komadai_lab::Player;
use komadai_rules::VariantId;

use crate::data::DataArgs;
use crate::levels::LevelsArgs;
use crate::matches::{MatchArgs, OpeningsArgs, PaceArgs};
use crate::mates::MatesArgs;
use crate::puzzles::PuzzlesArgs;
use crate::selfplay::SelfPlayArgs;
use crate::train::TrainArgs;

/// Experiments on engines for Shogi, Minishogi, Tori Shogi and Shogun Chess.
///
/// Matches with statistics, openings, ratings of levels, self-play, training of nets, mate problems and
/// puzzles. `komadai` serves and examines games, `komadai-engine` plays in GUIs.
///
/// Games are named shogi, minishogi, torishogi and shogun.
#[derive(Debug, Parser)]
#[command(name = "komadai-lab", version, max_term_width = 100)]
pub(crate) struct Lab {
    #[command(subcommand)]
    pub(crate) command: Command,
}

fn player_help() -> String {
    format!(
        "Who plays: a level (0 to {}, easy, middle, full), two-ply or random",
        Level::HIGHEST
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a match between two engines and estimate the difference in Elo
    ///
    /// Engines are built in or programs that speak USI or UCI. Each opening is played twice with
    /// colours reversed; an engine that crashes, stalls or plays an illegal move loses that game. Every
    /// game is logged; the same command resumes an interrupted match.
    ///
    /// Prints at the end the reasons for which games ended, the pentanomial counts (pairs in which the
    /// first engine scored 0, half, 1, one and a half, 2 points), and the difference in Elo with its 95
    /// % confidence interval. docs/match.md explains all of it.
    Match(Box<MatchArgs>),
    /// Compare the nodes per second of two engines
    ///
    /// Both search the bench positions of the game alternately, with cleared hash tables and --nodes
    /// nodes each. Prints the speeds in thousands of nodes per second and the ratio of the first to the
    /// second: the median of the rounds, for each position and, as the last line, for all. Rounds in
    /// which an engine found a mate, or reported far fewer nodes, are left out.
    Pace(Box<PaceArgs>),
    /// Generate balanced openings for matches from random moves
    ///
    /// Writes JSON lines: a header, then one opening per line with its moves and the engine's score in
    /// centipawns for the side to move. No two openings lead to the same position. An existing file is
    /// not overwritten without --overwrite.
    Openings(OpeningsArgs),
    /// Play games between the engine's levels and count the results
    ///
    /// Plays whole games, each after a few random moves. Prints a line `REASON N` for each reason for
    /// which games ended and, as the last line, a summary from the first player's view. An illegal move
    /// ends the command with status 1.
    Games(GamesArgs),
    /// Measure the strength of the engine's levels
    ///
    /// Every level plays the next two and a reference player that searches two plies and counts
    /// material, with fixed numbers of nodes: the same command gives the same games, and resumes an
    /// interrupted measurement. Prints the rating of each in Elo with its 95 % confidence interval; the
    /// two-ply player has 1000. docs/engine.md shows the result.
    Levels(LevelsArgs),
    /// Generate training data: games of the engine against itself, with scores
    ///
    /// Each game starts with random moves after which neither side is far ahead; then the engine
    /// searches about the same number of nodes for each move. The file is packed, about four bytes per
    /// move, and reproducible. The same command with the same file resumes it. docs/selfplay.md
    /// describes the format and the choice of training positions.
    Selfplay(SelfPlayArgs),
    /// Summarise files of self-play
    ///
    /// Prints the numbers of games and positions, the results, the positions left out of training with
    /// the reasons, and the distribution of the kept positions over plies and scores, with their mean
    /// results for the side to move. docs/selfplay.md explains the numbers.
    Data(DataArgs),
    /// Train a net for the evaluation on games of self-play
    ///
    /// Prints the losses of every epoch: mean squared errors of the expected result, on the training
    /// positions, and on those of every fiftieth game, which is held out; for these also the loss of
    /// the written net with rounded weights. After each epoch the net with the lowest of these is
    /// written. The same command makes the same net, with any number of threads. docs/nets.md describes
    /// the method.
    Train(Box<TrainArgs>),
    /// Generate mate problems, or let the engine solve them
    ///
    /// The positions are from the ends of fast games of the engine against itself; each mate is proved
    /// by trying all checks and all evasions, and there is none shorter.
    Mates(MatesArgs),
    /// Mine puzzles from games of the engine against itself, or check a file of them
    ///
    /// Puzzles are mates by checks, positions with one winning move, and positions with one move that
    /// does not lose. Writes JSON lines: a header, then one puzzle per line, sorted by difficulty. The
    /// same command makes the same file; --resume continues an interrupted one. docs/puzzles.md
    /// describes the format, and how puzzles are made and verified.
    Puzzles(Box<PuzzlesArgs>),
    /// Run as a USI engine, such as an opponent in a match
    #[command(hide = true)]
    Usi,
    /// Run as a UCI engine, such as an opponent in a match
    #[command(hide = true)]
    Uci,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai-lab games minishogi --count 20
  komadai-lab games shogi --level full --against two-ply --count 100 --seed 7")]
pub(crate) struct GamesArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: VariantId,
    /// Number of games
    #[arg(long, default_value_t = 100)]
    pub(crate) count: u32,
    #[arg(long, value_name = "PLAYER", default_value = "easy", help = player_help())]
    pub(crate) level: Player,
    /// The opponent [default: the same player]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<Player>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Random moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) random_plies: u32,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) max_plies: u32,
    /// Nodes per move at full strength
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) nodes: u64,
}
