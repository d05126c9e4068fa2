//! `komadai mate`.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use komadai_engine::{
    AnyMateSolver, MateControl, MateLimits, MateOutcome, MateProgress, MateResult,
};
use komadai_notation::{move_text, parse_position};
use komadai_rules::{AnyPosition, GameId, SetupRules};
use serde::Serialize;

use crate::failure::Failure;
use crate::stopwatch::Stopwatch;
use crate::{interrupt, output};

/// Megabytes of the tables unless others are asked for.
const DEFAULT_TABLE_MEGABYTES: usize = 256;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai mate shogi --position '+L5pp1/7s1/1+N+N1G4/P1P1P2k1/2p2p1s1/1P+bp2L2/3N1PP2/2+l1K1N2/3P2L2 w RBGPr2g2s5p 180'
  komadai mate shogi --position '…' --exact --table 2000 --json
  komadai mate torishogi --file problems.txt --plies 7")]
pub(crate) struct MateArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: GameId,
    /// The position: SFEN or FEN, without the attacker's king if there is none [default: the start
    /// position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Many positions: one on each line of a file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// Only mates in at most so many plies
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=4_000))]
    pub(crate) plies: Option<u32>,
    /// Megabytes for what was found
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE_MEGABYTES)]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    pub(crate) table: usize,
    /// Give up after so many nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Give up after so many milliseconds for each position
    #[arg(long, value_name = "MS")]
    pub(crate) time: Option<u64>,
    /// Go on until the length is that of the shortest mate against the longest defence
    #[arg(long)]
    pub(crate) exact: bool,
    /// One line of JSON for each position
    #[arg(long)]
    pub(crate) json: bool,
}

/// `komadai mate --json`.
#[derive(Serialize)]
struct Answer {
    result: &'static str,
    plies: Option<u32>,
    exact: bool,
    line: Vec<String>,
    nodes: u64,
    ms: u64,
}

pub(crate) fn run(args: &MateArgs) -> Result<(), Failure> {
    let positions = positions(args)?;
    let mut solver = AnyMateSolver::new(args.game, args.table)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let mut all_mate = true;
    let mut undecided = false;
    for position in &positions {
        let (result, ms) = solve(&mut solver, position, args)?;
        all_mate &= matches!(result.outcome, MateOutcome::Mate { .. });
        undecided |= result.outcome == MateOutcome::Unknown;
        let answer = answer(position, &result, ms);
        if args.json {
            output::line(&serde_json::to_string(&answer).unwrap_or_default())?;
        } else {
            output::line(&sentence(&answer))?;
        }
    }
    match (all_mate, undecided) {
        (true, _) => Ok(()),
        (false, false) => Err(Failure::NoMate),
        (false, true) => Err(Failure::MateUndecided),
    }
}

fn positions(args: &MateArgs) -> Result<Vec<AnyPosition>, Failure> {
    let Some(path) = &args.file else {
        let text = args.position.as_deref().unwrap_or("startpos");
        let position = parse_position(args.game, text, SetupRules::Mate)
            .map_err(|error| Failure::Input(error.to_string()))?;
        return Ok(vec![position]);
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    let lines = text.lines().enumerate();
    (lines.filter(|(_, line)| !line.trim().is_empty()))
        .map(|(index, line)| {
            parse_position(args.game, line.trim(), SetupRules::Mate)
                .map_err(|error| Failure::Input(format!("line {}: {error}", index + 1)))
        })
        .collect()
}

fn solve(
    solver: &mut AnyMateSolver,
    position: &AnyPosition,
    args: &MateArgs,
) -> Result<(MateResult, u64), Failure> {
    let limits = MateLimits {
        plies: args.plies,
        nodes: args.nodes,
        time_ms: args.time,
        exact: args.exact,
    };
    let stop = interrupt::flag()?;
    let watch = Stopwatch::start();
    let now = || (watch.seconds() * 1000.0) as u64;
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new_spinner()
    } else {
        ProgressBar::hidden()
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    let shown = Cell::new(0);
    let mut on_progress = |progress: &MateProgress| {
        if now() >= shown.get() + 200 {
            shown.set(now());
            bar.set_message(progress_text(progress, now()));
        }
    };
    let result = solver.solve(
        position,
        &limits,
        &mut MateControl {
            now_ms: Some(&now),
            stop: Some(&stop),
            on_progress: Some(&mut on_progress),
        },
    );
    bar.finish_and_clear();
    let result = result.map_err(|error| Failure::Input(error.to_string()))?;
    Ok((result, now()))
}

fn progress_text(progress: &MateProgress, ms: u64) -> String {
    format!(
        "{} s, {} million nodes, {} plies deep, proof number {}, disproof number {}, table {} % full",
        ms / 1000,
        progress.nodes / 1_000_000,
        progress.line.len(),
        progress.pn,
        progress.dn,
        progress.table_permille / 10
    )
}

fn answer(position: &AnyPosition, result: &MateResult, ms: u64) -> Answer {
    let (name, plies) = match result.outcome {
        MateOutcome::Mate { plies } => ("mate", Some(plies)),
        MateOutcome::NoMate => ("no-mate", None),
        MateOutcome::Unknown => ("unknown", None),
    };
    Answer {
        result: name,
        plies,
        exact: result.exact,
        line: (result.line.iter())
            .map(|&m| move_text(position.game(), m))
            .collect(),
        nodes: result.nodes,
        ms,
    }
}

fn sentence(answer: &Answer) -> String {
    let effort = format!("{} nodes, {} ms", answer.nodes, answer.ms);
    match answer.plies {
        Some(plies) => format!(
            "mate in {}{plies} plies ({effort}): {}",
            if answer.exact { "" } else { "at most " },
            answer.line.join(" ")
        ),
        None if answer.result == "no-mate" => format!("no mate ({effort})"),
        None => format!("undecided ({effort})"),
    }
}
