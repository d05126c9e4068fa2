//! Command line as clap types; their doc comments are the help texts.

use clap::{Args, Parser, Subcommand};
use komadai_rules::{MAX_PERFT_DEPTH, VariantId};
use komadai_server::{BackupArgs, RebuildArgs, RestoreArgs, ServeArgs};
use komadai_usi::options_help;

#[cfg(target_os = "linux")]
use crate::chaos::ChaosArgs;
use crate::convert::ConvertArgs;
use crate::load::LoadArgs;
use crate::mate::MateArgs;

const AFTER_HELP: &str = "\
Help on a command:       komadai <COMMAND> --help
Experiments on engines:  komadai-lab --help";

const AFTER_LONG_HELP: &str = "\
Help on a command:       komadai <COMMAND> --help
Experiments on engines:  komadai-lab --help
For developers:          komadai load, komadai chaos, komadai bench";

/// Shogi, Minishogi, Tori Shogi and Shogun Chess: server, engine and tools
///
/// Play in the browser with `komadai serve`, load `komadai usi` or `komadai uci` into a GUI as an
/// engine, or examine positions with `komadai position` and `komadai mate`.
///
/// Games are named shogi, minishogi, torishogi and shogun.
#[derive(Debug, Parser)]
#[command(name = "komadai", version, max_term_width = 100)]
#[command(after_help = AFTER_HELP, after_long_help = AFTER_LONG_HELP)]
pub(crate) struct Komadai {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The end of `komadai usi --help` and `komadai uci --help`.
fn engine_help() -> String {
    format!(
        "{}
Examples:
  printf 'position startpos moves 7g7f\\ngo depth 8\\n' | komadai usi
  printf 'setoption name UCI_Variant value shogun\\ngo perft 4\\n' | komadai uci",
        options_help()
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the site: play in the browser, alone or with others
    ///
    /// Without options the site is at http://127.0.0.1:8000, for this machine alone. Games are kept in
    /// a database file, which is created if it is missing. Ctrl-C stops the server; games continue at
    /// the next start.
    #[command(after_help = "\
Examples:
  komadai serve
  komadai serve --lan
  komadai serve --bind 127.0.0.1:9000 --database ./games.db
  komadai serve --public-url https://games.example.org")]
    Serve(Box<ServeArgs>),
    /// Copy the server's database into a new file, while the server runs
    ///
    /// The copy holds every move acknowledged before the command began. It also holds the key that
    /// signs cookies, so only its owner may read it. Prints a line `games N events N players N` with
    /// the contents of the copy.
    #[command(after_help = "\
Examples:
  komadai backup /backups/komadai-monday.db
  komadai backup --database ./games.db copy.db
  komadai backup --database postgres://komadai@db.example.org/komadai copy.db")]
    Backup(BackupArgs),
    /// Restore a database from a copy
    ///
    /// Overwrites nothing: first move the old database away, with its files ending in -wal and -shm. A
    /// PostgreSQL database has to be empty. A copy of one kind may be restored as the other.
    #[command(after_help = "\
Examples:
  komadai restore /backups/komadai-monday.db
  komadai restore --database ./games.db copy.db
  komadai restore --database postgres://komadai@db.example.org/new copy.db")]
    Restore(RestoreArgs),
    /// Rebuild the lists of players' games from the events of all games
    ///
    /// The server keeps the lists up to date; this repairs them after a fault. The database is a file
    /// that no server uses, or a PostgreSQL database; its servers may keep running and answer about
    /// lists once those are complete. If the command is interrupted, the next start of the server
    /// completes it.
    ///
    /// Prints `position N`, the last event in the lists.
    #[command(after_help = "\
Examples:
  komadai rebuild
  komadai rebuild --database postgres://komadai@db.example.org/komadai")]
    Rebuild(RebuildArgs),
    /// Load a server with simulated players and check that it kept every acknowledged move
    ///
    /// Players make and join games, play legal moves after some thinking, lose their connections and
    /// come back; others watch. Starts a server with a temporary database, unless --url names one.
    /// Latencies are counted from the moment at which a move was meant to be sent. Prints a row of a
    /// table every few seconds and a summary at the end; docs/load.md explains both and the JSON.
    ///
    /// Ends with status 1 if an acknowledged move is missing, with status 2 if the run cannot be made.
    #[command(
        hide = true,
        after_help = "\
Examples:
  komadai load --games 100 --seconds 30
  komadai load --games 5000 --seconds 600 --ramp-up 60 --json load.json
  komadai load --games 1 --every 1000 --watchers 2000
  komadai load --games 500 --reconnect-every 20 --kill
  komadai load --url http://127.0.0.1:8000 --pid 4711"
    )]
    Load(Box<LoadArgs>),
    /// Test a server with crashes, pauses and clock changes, and check the games afterwards
    ///
    /// Starts a server for players with short clocks and a network that delays, drops, doubles,
    /// reorders and cuts. Afterwards compares the logs of all games with the players' journals: no
    /// acknowledged move may be missing or doubled, no game may have two winners, and clocks charge the
    /// time that passed. docs/reliability.md describes the guarantees. Debian's libfaketime sets the
    /// host's clock; without it those faults are left out.
    ///
    /// Ends with status 1 if a guarantee is broken, with status 2 if the run cannot be made.
    #[cfg(target_os = "linux")]
    #[command(
        hide = true,
        after_help = "\
Examples:
  komadai chaos
  komadai chaos --seed 7 --games 10000 --at-once 200 --kills 50 --pauses 20 --full-disks 8 --limit 900
  komadai chaos --copies 2 --database-restarts 3 --nats-restarts 3 --limit 120"
    )]
    Chaos(Box<ChaosArgs>),
    /// Count the positions that can be reached in a number of moves
    ///
    /// Counts the leaf nodes of the tree of legal moves for each depth from 1 on: the standard test of
    /// a move generator. Uses no hash tables and no threads.
    ///
    /// Prints a line `depth D nodes N` for each depth; the last line is `nodes N`.
    Perft(PerftArgs),
    /// Show the legal moves and the state of a position, as JSON
    ///
    /// Prints one line of JSON: the position after the moves in canonical text, the side to move,
    /// check, the legal moves, how often the position has occurred, and the outcome once the game is
    /// over (then there are no legal moves). The schema is docs/position.schema.json.
    ///
    /// Positions are SFEN (shogi family), FEN (Shogun), or Fairy-Stockfish's FEN with the hands in
    /// brackets. Moves are USI (7g7f, 8h2b+, P*5e) or UCI (c3c4, b2h8+, P@e5), in any game.
    ///
    /// A bad position or an illegal move ends with status 2 and a line on standard error with the error
    /// and its place.
    Position(PositionArgs),
    /// Convert game records: KIF, KI2, CSA, PGN, USI lines, JSON
    ///
    /// Reads the games of a file in any of the formats, whatever its name and encoding (UTF-8,
    /// Shift-JIS), and writes them in another. Files may have any size and many games.
    ///
    /// A bad record ends with status 2 and lines `line:column: what, what would be right` on standard
    /// error; its readable part is written.
    Convert(ConvertArgs),
    /// Run as a USI engine, for Shogi GUIs
    ///
    /// Reads commands from standard input and answers on standard output. Moves and positions are
    /// written in USI (7g7f, P*5e; SFEN) in all four games. The option UCI_Variant (or USI_Variant)
    /// chooses the game: shogi, minishogi, torishogi or shogun. Further commands: `go perft N` counts
    /// positions, `d` shows the board; `eval`, `bench`, `speedtest` and `compiler`. docs/uci.md
    /// describes all of them.
    #[command(after_help = engine_help())]
    Usi,
    /// Run as a UCI engine, for chess GUIs
    ///
    /// Reads commands from standard input and answers on standard output. Moves and positions are
    /// written as Fairy-Stockfish writes them (c3c4, P@e5; hands in brackets) in all four games. The
    /// option UCI_Variant chooses the game: shogi, minishogi, torishogi or shogun. Further commands:
    /// `go perft N` counts positions, `d` shows the board; `eval`, `bench`, `speedtest` and `compiler`.
    /// docs/uci.md describes all of them.
    #[command(after_help = engine_help())]
    Uci,
    /// Search fixed positions and print the node count: the signature of a build
    ///
    /// Searches fixed positions of all four games to a fixed depth, with one thread and a hash table of
    /// fixed size. Prints the nodes of each and, as the last line, their sum as `bench N`. The sum is
    /// the same on every machine; it changes when the search or the evaluation changes.
    ///
    /// With --stop, runs the engine as a GUI does, in infinite searches of the same positions; the last
    /// line gives the milliseconds from `stop` to `bestmove`.
    #[command(hide = true)]
    Bench(BenchArgs),
    /// Find a mate, or show that there is none
    ///
    /// The side to move attacks and gives check with every move, as in tsume problems; its king may be
    /// missing. Prints the length of the mate in plies and its moves. Ends with status 0 if there is a
    /// mate, 1 if there is none, 3 if limits or Ctrl-C ended the search undecided. docs/mates.md
    /// describes the solver.
    Mate(MateArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai perft shogi 4
  komadai perft minishogi 5 --time
  komadai perft shogun 3 --position 'rnb+fkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNB+FKBNR[] b KQkq - 0 1'")]
pub(crate) struct PerftArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: VariantId,
    #[arg(help = format!("Number of plies, at most {MAX_PERFT_DEPTH}"))]
    pub(crate) depth: u32,
    /// Start position: SFEN or FEN [default: that of the game]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Generate the moves of the last ply into a list instead of counting them
    #[arg(long)]
    pub(crate) lists: bool,
    /// Add the nodes per second to each depth
    #[arg(long)]
    pub(crate) time: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Rules (which apply depends on the game; see docs/rules/):
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
    pub(crate) game: VariantId,
    /// Start position: SFEN or FEN [default: that of the game]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, separated by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub(crate) moves: String,
    /// Rules that differ from the game's defaults
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
    /// Search depth in plies
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,
    /// Measure instead the time that a GUI waits for the move after `stop`
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
