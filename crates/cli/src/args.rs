//! The command line, as clap types; their comments are the help texts.

use clap::{Args, Parser, Subcommand};
use komadai_lab::Player;
use komadai_rules::GameId;
use komadai_server::ServeArgs;

use crate::levels::LevelsArgs;
use crate::matches::{MatchArgs, OpeningsArgs, PaceArgs};
use crate::mates::MatesArgs;
use crate::selfplay::SelfPlayArgs;
use crate::tune::TuneArgs;

/// Shogi, Minishogi, Tori Shogi and Shogun Chess: server, engine and tools.
///
/// Play in the browser with `komadai serve`, load `komadai usi` or `komadai uci` as an engine into
/// a board program, or ask about positions with `komadai position` and `komadai perft`.
///
/// Games are named shogi, minishogi, torishogi and shogun.
#[derive(Debug, Parser)]
#[command(
    name = "komadai",
    version,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub(crate) struct Komadai {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const ENGINE_HELP: &str = "\
Options, set with setoption (in USI a space in a name is written _, and Hash is USI_Hash):
  UCI_Variant        shogi | minishogi | torishogi | shogun
  Hash               megabytes of hash table
  Clear Hash         forget what was searched
  Threads            threads of a search, 10 MB each; with more than one no search is the same again
  MultiPV            how many best moves are told apart
  Ponder             understood; whether to ponder is said by go ponder
  Move Overhead      milliseconds that a move takes on its way to the clock
  Slow Mover         percent of the time that a clock allots to a move
  MinimumThinkingTime
                     milliseconds for which further iterations begin, with a clock
  PvInterval         milliseconds between the lines that tell of a search
  Debug Log File     file to which all lines that come and go are added
  Level              1 (weakest) to 14, or full
  Skill Level        the same as a number from 0 to 20, 20 for full strength
  UCI_LimitStrength, UCI_Elo
                     the level whose rating is nearest; the weakest that is asked for counts
  Seed               number from which the levels draw their luck
  UCI_AnalyseMode    full strength, no resigning, no declaring
  UCI_ShowWDL        tell wins, draws and losses of a thousand with each score
  ResignValue        USI: resign when so many centipawns behind; 99999 for never
  DrawValueBlack, DrawValueWhite
                     centipawns that a draw is worth to the engine when it plays that colour
Rules of the board program, where they differ from the game's own:
  EnteringKingRule   USI: NoEnteringKing | CSARule24 | CSARule24H | CSARule27 | CSARule27H; with H the
                     giver of a handicap counts what it removed
  MaxMovesToDraw     plies after which a game is drawn; 0 for no limit
  Repetition, Perpetual Check, Stalemate, Pawn Drop Check, Impasse Credit, N Move Rule
                     the rules of `komadai position --help`; set them after the game.
                     All of these count from the next `position` on

Examples:
  printf 'position startpos moves 7g7f\\ngo depth 8\\n' | komadai usi
  printf 'setoption name UCI_Variant value shogun\\ngo perft 4\\n' | komadai uci";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the site: play in the browser against the computer, on one device or by link
    ///
    /// Without any option the site is at http://127.0.0.1:8000, for this machine alone, and games
    /// are kept in a database file that is created where it is missing. Ctrl-C ends it; games go
    /// on where they were at the next start.
    #[command(after_help = "\
Examples:
  komadai serve
  komadai serve --lan
  komadai serve --bind 127.0.0.1:9000 --database ./games.db
  komadai serve --public-url https://games.example.org")]
    Serve(Box<ServeArgs>),
    /// Count the positions that can be reached in a number of moves
    ///
    /// Counts, for each depth from 1 on, the ends of all legal sequences of so many moves: the
    /// standard check of a move generator. No hash tables, no threads.
    ///
    /// Prints a line `depth D nodes N` for each depth; the last line is `nodes N`.
    Perft(PerftArgs),
    /// Say what is legal in a position, as JSON
    ///
    /// Prints one line of JSON: the position after the moves in canonical text, the side to move,
    /// whether it is in check, its legal moves, how often the position has occurred, and the
    /// outcome once the game is over (then there are no legal moves). The schema is
    /// docs/position.schema.json.
    ///
    /// Positions are SFEN (shogi family), FEN (Shogun), or Fairy-Stockfish's FEN with the hands in
    /// brackets. Moves are USI (7g7f, 8h2b+, P*5e) or UCI (c3c4, b2h8+, P@e5), in any game.
    ///
    /// A bad position or an illegal move ends with status 2 and a line on standard error that says
    /// what is wrong and where.
    Position(PositionArgs),
    /// Be an engine for Shogi board programs (USI)
    ///
    /// Reads commands from standard input and answers on standard output. Moves and positions are
    /// written in USI (7g7f, P*5e; SFEN) in all four games. The option UCI_Variant (or USI_Variant)
    /// picks the game: shogi, minishogi, torishogi or shogun. Beyond the protocol there are
    /// `go perft N`, which counts positions, `d`, which shows the board, `eval`, `bench`, `speedtest`
    /// and `compiler`.
    #[command(after_help = ENGINE_HELP)]
    Usi,
    /// Be an engine for chess board programs (UCI, spelled as Fairy-Stockfish does)
    ///
    /// Reads commands from standard input and answers on standard output. Moves and positions are
    /// written as Fairy-Stockfish writes them (c3c4, P@e5; hands in brackets) in all four games.
    /// The option UCI_Variant picks the game: shogi, minishogi, torishogi or shogun. Beyond the
    /// protocol there are `go perft N`, which counts positions, `d`, which shows the board, `eval`,
    /// `bench`, `speedtest` and `compiler`.
    #[command(after_help = ENGINE_HELP)]
    Uci,
    /// Search fixed positions and print how many nodes that took: a build's signature
    ///
    /// Searches fixed positions of all four games to a fixed depth, with one thread and a hash
    /// table of fixed size. Prints a line of nodes for each and, as the last line, their sum as
    /// `bench N`. The sum is the same on every machine: where it changes, the engine searches
    /// differently.
    ///
    /// With --stop the engine is run as a board program runs it, in endless searches of the same
    /// positions; the last line says how many milliseconds passed from `stop` to `bestmove`.
    Bench(BenchArgs),
    /// Let the engine's levels play games against each other and count how they end
    ///
    /// Plays whole games, each from a few random moves, with the rules as referee, and prints a
    /// line `REASON N` for each way in which games ended and, as the last line, a summary from
    /// the first player's view. A move that the rules refuse ends the command with status 1.
    Games(GamesArgs),
    /// Play two engines against each other and say how much stronger one is
    ///
    /// Any two engines: ours within this process, others as programs that speak USI or UCI. Each
    /// opening is played twice with the sides exchanged, the rules are the referee, and an engine
    /// that crashes, stalls or plays illegally loses that game. Every game is kept in the log; the
    /// same command goes on with a match that was broken off.
    ///
    /// Prints at the end how games ended, the pairs by their points (0, half, 1, one and a half, 2
    /// for the first engine), and the difference in Elo with its 95 % interval. docs/match.md
    /// explains all of it.
    Match(Box<MatchArgs>),
    /// Compare how many positions a second two engines visit
    ///
    /// Both search the positions of the game's bench by turns, with fresh tables and until they have
    /// visited as many positions as --nodes says. Prints the speeds in thousands of positions a
    /// second and the first divided by the second: the median of the rounds, for each position and,
    /// as the last line, for all. Rounds in which an engine found a mate, or told of far fewer
    /// positions, are left out.
    Pace(Box<PaceArgs>),
    /// Make openings for matches: random moves after which neither side is ahead
    ///
    /// Writes JSON lines: what the file is, then an opening a line with its moves and the engine's
    /// score in centipawns for the side to move. No two openings lead to the same position.
    Openings(OpeningsArgs),
    /// Let our engine play against itself and keep its games and scores, to learn from
    ///
    /// Each game starts with random moves after which neither side is far ahead; then the engine
    /// looks at about the same number of positions for each move. The file is packed, about four bytes a
    /// move, and the same for the same command. The same command with the same file goes on where
    /// it stopped. The format, and which positions are learned from, are in docs/selfplay.md.
    Selfplay(SelfPlayArgs),
    /// Make positions with a short mate, or let our engine solve such positions
    ///
    /// The positions are from the ends of quick games of the engine against itself; each mate is
    /// proved by trying all checks and all escapes, and there is none shorter.
    Mates(MatesArgs),
    /// Learn the weights of the evaluation from games of self-play
    ///
    /// Prints the loss of every epoch: cross entropy of what the evaluation says of quiet positions
    /// against what came of them. Every fiftieth game is held out to judge by. How the weights get
    /// into the engine is in docs/engine.md.
    Tune(TuneArgs),
    /// Measure how strong the engine's levels are
    ///
    /// Every level plays the next two and a reference player that looks two plies ahead and counts
    /// men, with fixed numbers of positions: the same command gives the same games, and goes on
    /// where it stopped. Prints everybody's rating in Elo with its 95 % interval; the two-ply player
    /// has 1000. docs/engine.md shows the result.
    Levels(LevelsArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai perft shogi 4
  komadai perft minishogi 5 --time
  komadai perft shogun 3 --position 'rnb+fkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNB+FKBNR[] b KQkq - 0 1'")]
pub(crate) struct PerftArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    /// Number of moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(komadai_rules::MAX_PERFT_DEPTH)))]
    pub(crate) depth: u32,
    /// Where to start: SFEN or FEN [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Build the list of moves at the last depth too, instead of counting them
    #[arg(long)]
    pub(crate) lists: bool,
    /// Add to each depth how many nodes a second were counted
    #[arg(long)]
    pub(crate) time: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Rules (those that matter depend on the game; see docs/rules/):
  pawn-drop-mate    forbidden
  pawn-drop-check   allowed | forbidden
  repetition        draw-4 | sente-loses-4 | starter-must-vary-3 | creator-loses-3 | creator-loses-4 | draw-3
  perpetual-check   checker-loses | none
  impasse           agreement-24 | off
  impasse-credit    uwate | none
  declaration       off | csa-27 | jsa-24
  illegal-move      reject | loses
  stalemate         stalemated-loses | draw
  n-move-rule       none | NUMBER
  max-plies         none | NUMBER

Examples:
  komadai position shogi
  komadai position shogi --moves '7g7f 3c3d 8h2b+'
  komadai position shogun --position 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1'
  komadai position torishogi --rule repetition=creator-loses-4 --moves '3d3c'")]
pub(crate) struct PositionArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    /// Where to start: SFEN or FEN [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, with spaces between them
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub(crate) moves: String,
    /// Rules that differ from the game's default
    #[arg(long = "rule", value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) rules: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai bench
  komadai bench --depth 4
  komadai bench --stop --threads 2")]
pub(crate) struct BenchArgs {
    /// How deep to search, in plies
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,
    /// Measure instead how long a board program waits for the move after `stop`
    #[arg(long, conflicts_with = "depth")]
    pub(crate) stop: bool,
    /// With --stop: searches of each position
    #[arg(long, value_name = "N", default_value_t = 10, requires = "stop")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) rounds: u32,
    /// With --stop: threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, requires = "stop")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai games minishogi --count 20
  komadai games shogi --level full --against two-ply --count 100 --seed 7")]
pub(crate) struct GamesArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    /// Number of games
    #[arg(long, default_value_t = 100)]
    pub(crate) count: u32,
    /// Who plays: a level (1 to 14, easy, middle, full), two-ply or random
    #[arg(long, value_name = "PLAYER", default_value = "easy")]
    pub(crate) level: Player,
    /// Against whom [default: the same player]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<Player>,
    /// All chance comes from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Random moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) random_plies: u32,
    /// A game this long is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) max_plies: u32,
    /// Positions the full level may look at for each move
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) nodes: u64,
}
