use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use komadai_engine::nnue::Net;
use komadai_lab::{DataRow, DataSummary, NetData};
use komadai_rules::VariantId;

use crate::failure::Failure;
use crate::output;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai-lab data tori-1.kmds tori-2.kmds
  komadai-lab data tori.kmds --games 1000 --svg tori.svg
  komadai-lab data tori.kmds --dump tori.positions
  komadai-lab data tori.kmds --net tori.nnue --evaluations tori.txt")]
pub(crate) struct DataArgs {
    /// Files of one game, written by `komadai-lab selfplay`
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) files: Vec<PathBuf>,
    /// Number of games to read of each file [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Output file for a chart of the distributions (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Output file for the positions as lists of features (docs/nets.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
    /// Net that evaluates the held-out positions
    #[arg(long, value_name = "FILE", requires = "evaluations")]
    pub(crate) net: Option<PathBuf>,
    /// Output file for its evaluations in centipawns for the side to move, one a line
    #[arg(long, value_name = "FILE", requires = "net")]
    pub(crate) evaluations: Option<PathBuf>,
}

pub(crate) fn run(args: &DataArgs) -> Result<(), Failure> {
    for path in [&args.svg, &args.dump, &args.evaluations] {
        output::check_place(path.as_deref())?;
    }
    let games = args.games.unwrap_or(u32::MAX);
    let (game, summary) = DataSummary::read(&args.files, games, &mut |_, _| {})?;
    if let Some(game) = game {
        output::line(&format!("game {game}"))?;
    }
    for line in counts(&summary) {
        output::line(&line)?;
    }
    table("from ply", summary.plies())?;
    table("score", summary.scores())?;
    if let Some(path) = &args.svg {
        let name = game.map_or("self-play", |game| game.name());
        let title = format!("{} positions of {name}", summary.counts.kept);
        output::file(path, summary.svg(&title).as_bytes())?;
    }
    match game {
        Some(game) if args.dump.is_some() || args.net.is_some() => positions(args, game, games),
        _ => Ok(()),
    }
}

fn positions(args: &DataArgs, game: VariantId, games: u32) -> Result<(), Failure> {
    let data = NetData::read(game, &args.files, games, &mut |_| {})?;
    if let Some(path) = &args.dump {
        dump(&data, path)
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))?;
    }
    if let (Some(path), Some(to)) = (&args.net, &args.evaluations) {
        let bad = |why: String| Failure::Input(format!("{}: {why}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
        let net = Net::from_bytes(&bytes).map_err(|error| bad(error.to_string()))?;
        if net.variant() != game {
            return Err(bad(format!("a net for {}, not for {game}", net.variant())));
        }
        let lines = data.evaluations(&net).map(|eval| format!("{eval}\n"));
        output::file(to, lines.collect::<String>().as_bytes())?;
    }
    Ok(())
}

fn dump(data: &NetData, path: &Path) -> std::io::Result<()> {
    let mut to = BufWriter::new(File::create(path)?);
    data.dump(&mut to)?;
    to.flush()
}

pub(crate) fn counts(summary: &DataSummary) -> Vec<String> {
    let [first, drawn, second] = summary.results;
    let [board, scores, mate] = summary.ends;
    let counts = summary.counts;
    vec![
        format!(
            "games {} repeated {}",
            summary.games, summary.repeated_games
        ),
        format!("won first {first} drawn {drawn} second {second}"),
        format!("ended on-the-board {board} by-scores {scores} mate-in-sight {mate}"),
        format!("positions {}", summary.positions),
        format!(
            "left-out in-check {} decided {} noisy {} repeated {}",
            counts.checks, counts.decided, counts.noisy, counts.repeated
        ),
        format!("kept {} held-out {}", counts.kept, summary.held_out),
    ]
}

/// A line for each row: positions, their share, and the results for the side to move.
fn table(name: &str, rows: impl Iterator<Item = (i32, DataRow)>) -> Result<(), Failure> {
    let rows: Vec<(i32, DataRow)> = rows.collect();
    let all = rows.iter().map(|(_, row)| row.positions()).sum::<u64>();
    output::line(&format!(
        "{name:>8} {:>10} {:>6} {:>6}",
        "positions", "%", "mean"
    ))?;
    for (at, row) in rows {
        let share = 100.0 * row.positions() as f64 / all.max(1) as f64;
        output::line(&format!(
            "{at:>8} {:>10} {share:>6.2} {:>6.3}",
            row.positions(),
            row.mean()
        ))?;
    }
    Ok(())
}
