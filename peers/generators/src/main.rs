//! `generators`: benchmarks and comparisons of move generators, and their position sets.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use komadai_generators::agree::agree;
use komadai_generators::case::Convention;
use komadai_generators::make::{self, Recipe};
use komadai_generators::peer::before::{self, Before};
use komadai_generators::peer::fairy::Fairy;
use komadai_generators::peer::komadai::Komadai;
use komadai_generators::peer::{Peer, linked as linked_peers};
use komadai_generators::positions::{Reach, cases};
use komadai_generators::report::{
    Build, Record, TaskRecord, print_case, print_ratios, print_task, print_task_ratios,
};
use komadai_generators::rounds::{Measured, Plan, measure};
use komadai_generators::tasks;
use komadai_rules::VariantId;
use serde::Serialize;

#[derive(Parser)]
#[command(about = "Measures Komadai's move generator beside those of others")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Times all generators in paired rounds
    Perft(Box<Perft>),
    /// Times the other tasks of search and solver, over the sets of 200 positions
    Tasks {
        /// Games, separated by commas
        #[arg(long, value_delimiter = ',', default_values_t = VariantId::ALL.map(|game| game.name().to_owned()))]
        games: Vec<String>,
        /// Paired rounds
        #[arg(long, default_value_t = 10)]
        rounds: u32,
        /// Seconds a run takes at least
        #[arg(long, default_value_t = 0.05)]
        seconds: f64,
        /// Write the record here
        #[arg(long)]
        json: Option<PathBuf>,
    },
    /// Compares counts and moves of all linked generators, times nothing
    Agree {
        /// Nodes to visit per case
        #[arg(long, default_value_t = 300_000)]
        nodes: u64,
    },
    /// Prints the position file of a game
    Positions {
        game: VariantId,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions of the set
        #[arg(long, default_value_t = 200)]
        count: usize,
        /// Nodes that the engine searches for a move
        #[arg(long, default_value_t = 500)]
        nodes: u64,
    },
    /// Answers another build of this program (see `perft --before`)
    #[command(hide = true)]
    Serve,
}

#[derive(Args)]
struct Perft {
    /// Games, separated by commas
    #[arg(long, value_delimiter = ',', default_values_t = VariantId::ALL.map(|game| game.name().to_owned()))]
    games: Vec<String>,
    /// Only these positions: start, sh36, max, midgame, set
    #[arg(long, value_delimiter = ',')]
    positions: Vec<String>,
    /// Only these leaf conventions: count, lists
    #[arg(long, value_delimiter = ',')]
    leaves: Vec<String>,
    /// Only these peers: shunsai, haitaka, rsshogi, sekirei, before, fairy-stockfish
    #[arg(long, value_delimiter = ',')]
    peers: Option<Vec<String>>,
    /// Walk every case to this depth
    #[arg(long)]
    depth: Option<u32>,
    /// Paired rounds
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// Walks shorter than this many seconds are repeated
    #[arg(long, default_value_t = 0.1)]
    seconds: f64,
    /// Order of the contenders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Smaller depths and fewer rounds
    #[arg(long)]
    quick: bool,
    /// Another build of this program, as a contender called "before"
    #[arg(long)]
    before: Option<PathBuf>,
    /// A Fairy-Stockfish to drive over UCI
    #[arg(long)]
    fairy_stockfish: Option<PathBuf>,
    /// A Fairy-Stockfish built without large boards, for the games that fit: it is faster there
    #[arg(long)]
    fairy_stockfish_small: Option<PathBuf>,
    /// Its commit and how it was built, for the record
    #[arg(long, default_value = "")]
    fairy_stockfish_build: String,
    /// Definition of Shogun Chess for Fairy-Stockfish, called komadaishogun
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../oracle/shogun.ini"))]
    variants: PathBuf,
    /// Write the record here
    #[arg(long)]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Perft(options) => perft(&options),
        Command::Tasks {
            games,
            rounds,
            seconds,
            json,
        } => time_tasks(
            &games,
            &Plan {
                rounds,
                seconds,
                seed: 1,
            },
            json.as_deref(),
        ),
        Command::Agree { nodes } => compare(nodes),
        Command::Positions {
            game,
            seed,
            count,
            nodes,
        } => {
            let recipe = Recipe {
                game,
                seed,
                count,
                nodes,
            };
            print!("{}", make::file(&recipe));
            Ok(())
        }
        Command::Serve => before::serve(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The linked generators, and ours with the driven programs, whose versions are added to
/// `versions`.
fn contenders(
    options: &Perft,
    versions: &mut Vec<(String, String)>,
) -> Result<[Vec<Box<dyn Peer>>; 2], String> {
    let mut linked = linked_peers();
    if let Some(program) = &options.before {
        linked.push(Box::new(Before::start(program)?));
    }
    let mut outside: Vec<Box<dyn Peer>> = vec![Box::new(Komadai)];
    let small = options.fairy_stockfish_small.is_some();
    for (program, large) in [
        (&options.fairy_stockfish, true),
        (&options.fairy_stockfish_small, false),
    ] {
        if let Some(program) = program {
            let fairy = Fairy::start(program, &options.variants)?
                .only(|game| large == (game == VariantId::Shogi) || (large && !small));
            let said = [
                fairy.identity.as_str(),
                options.fairy_stockfish_build.as_str(),
            ];
            versions.push((
                "fairy-stockfish".to_owned(),
                said.join(" ").trim().to_owned(),
            ));
            outside.push(Box::new(fairy));
        }
    }
    let wanted = |peer: &str| {
        peer == "komadai"
            || options
                .peers
                .as_ref()
                .is_none_or(|names| names.iter().any(|name| name == peer))
    };
    linked.retain(|peer| wanted(peer.name()));
    outside.retain(|peer| wanted(peer.name()));
    Ok([linked, outside])
}

fn perft(options: &Perft) -> Result<(), String> {
    let conventions: Vec<Convention> = Convention::ALL
        .into_iter()
        .filter(|c| options.leaves.is_empty() || options.leaves.iter().any(|name| name == c.name()))
        .collect();
    let plan = Plan {
        rounds: if options.quick {
            options.rounds.min(5)
        } else {
            options.rounds
        },
        seconds: options.seconds,
        seed: options.seed,
    };
    let mut versions = linked_versions();
    let [mut linked, mut outside] = contenders(options, &mut versions)?;
    let build = Build::of_this(versions);
    build.print(plan.rounds);
    let mut measured: Vec<Measured> = Vec::new();
    for name in &options.games {
        let game: VariantId = name.parse().map_err(|_| format!("no game \"{name}\""))?;
        for (peers, reach) in [(&mut linked, Reach::Linked), (&mut outside, Reach::Fairy)] {
            if reach == Reach::Fairy && !peers[1..].iter().any(|peer| peer.plays(game)) {
                continue;
            }
            let outside_only = reach == Reach::Fairy;
            let reach = if options.quick { Reach::Quick } else { reach };
            for mut case in cases(game, reach) {
                // Printing the moves dominates its `go perft 1`.
                let printing = outside_only && case.depth == 1;
                let chosen = options.positions.is_empty() || options.positions.contains(&case.name);
                if printing || !chosen {
                    continue;
                }
                case.depth = options.depth.unwrap_or(case.depth);
                let agreed = agree(&case, peers, 2_000_000)?;
                let result = measure(&case, peers, &conventions, &plan)?;
                let mut said = format!("moves agree to depth {}", agreed.depth);
                if agreed.drop_mates > 0 {
                    said += &format!(
                        "; Fairy-Stockfish counts {} more leaves: pawn drops that mate",
                        agreed.drop_mates
                    );
                }
                print_case(&result, &said);
                check_nodes(&result, agreed.drop_mates)?;
                measured.push(result);
            }
        }
    }
    println!();
    print_ratios(&measured);
    let record = Record {
        build,
        cases: measured,
    };
    write(options.json.as_deref(), &record)
}

fn write(path: Option<&Path>, record: &impl Serialize) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let text = serde_json::to_string_pretty(record).map_err(|error| error.to_string())?;
    std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}

fn time_tasks(games: &[String], plan: &Plan, json: Option<&Path>) -> Result<(), String> {
    let build = Build::of_this(linked_versions());
    build.print(plan.rounds);
    let mut measured = Vec::new();
    for name in games {
        let game: VariantId = name.parse().map_err(|_| format!("no game \"{name}\""))?;
        for set in cases(game, Reach::Linked)
            .iter()
            .filter(|case| case.name == "set")
        {
            for task in tasks::measure(set, plan)? {
                print_task(&task);
                measured.push(task);
            }
        }
    }
    println!();
    print_task_ratios(&measured);
    let record = TaskRecord {
        build,
        tasks: measured,
    };
    write(json, &record)
}

/// Versions of linked generators, as pinned in `Cargo.toml`.
fn linked_versions() -> Vec<(String, String)> {
    [
        ("shunsai", "0.1.2"),
        ("haitaka", "0.3.2"),
        ("rsshogi", "1.7.3"),
        ("sekirei", "0.5.2"),
    ]
    .map(|(name, version)| (name.to_owned(), version.to_owned()))
    .to_vec()
}

/// All generators must have the same count in every round; Fairy-Stockfish's includes mating drops.
fn check_nodes(case: &Measured, drop_mates: u64) -> Result<(), String> {
    let ours = case.times.first().map_or(0, |times| times.nodes);
    for times in &case.times {
        let fairy = times.contender.peer == "fairy-stockfish";
        if times.nodes != ours + if fairy { drop_mates } else { 0 } {
            return Err(format!(
                "{}: {} counts {} nodes, we {ours}",
                case.id(),
                times.contender.peer,
                times.nodes
            ));
        }
    }
    Ok(())
}

fn compare(nodes: u64) -> Result<(), String> {
    let mut peers = linked_peers();
    for game in VariantId::ALL {
        for mut case in cases(game, Reach::Quick) {
            case.depth = 9;
            let agreed = agree(&case, &mut peers, nodes)?;
            println!(
                "{}: {} nodes to depth {}, checksum {:016x}",
                case.id(),
                agreed.tally.nodes,
                agreed.depth,
                agreed.tally.checksum
            );
        }
    }
    Ok(())
}
