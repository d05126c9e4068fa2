mod answer;
mod solving;

use std::path::PathBuf;

use clap::Args;
use komadai_engine::MateOutcome;
use komadai_rules::{AnyPosition, SetupRules, VariantId};

use crate::failure::Failure;
use crate::output;
use answer::Answer;

const DEFAULT_TABLE_MEGABYTES: usize = 256;

/// Limited: a move may take a second or more, and lines of long problems have thousands.
const DEFAULT_SOLUTIONS: usize = 100;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai mate shogi --position '+L5pp1/7s1/1+N+N1G4/P1P1P2k1/2p2p1s1/1P+bp2L2/3N1PP2/2+l1K1N2/3P2L2 w RBGPr2g2s5p 180'
  komadai mate shogi --position '…' --exact --table 2000 --json
  komadai mate shogi --position '…' --all
  komadai mate torishogi --file problems.txt --plies 7 --threads 2")]
pub(crate) struct MateArgs {
    /// shogi, minishogi, torishogi or shogun
    pub(crate) game: VariantId,
    /// Position: SFEN or FEN, without the attacker's king if there is none [default: the start
    /// position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// File of positions, one on each line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// Only mates in at most this many plies
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=4_000))]
    pub(crate) plies: Option<u32>,
    /// Size of the solver's table in megabytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE_MEGABYTES)]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    pub(crate) table: usize,
    /// Give up after this many nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Give up after this many milliseconds for each position
    #[arg(long, value_name = "MS")]
    pub(crate) time: Option<u64>,
    /// Continue until the length is that of the shortest mate against the longest defence
    #[arg(long)]
    pub(crate) exact: bool,
    /// List other mating moves of the attacker along the whole line; implies --exact
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: list at most this many moves
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SOLUTIONS)]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) solutions: usize,
    /// Number of positions of a file to solve at once, each with its share of the table. A single
    /// position is solved by one thread
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Print one line of JSON for each position
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &MateArgs) -> Result<(), Failure> {
    let positions = positions(args)?;
    let mut all_mate = true;
    let mut undecided = false;
    solving::solve_all(&positions, args, |found| {
        all_mate &= matches!(found.result.outcome, MateOutcome::Mate { .. });
        undecided |= found.result.outcome == MateOutcome::Unknown;
        let answer = Answer::new(args.game, &found);
        if args.json {
            output::line(&serde_json::to_string(&answer).unwrap_or_default())?;
        } else {
            output::line(&answer.text())?;
        }
        Ok(())
    })?;
    match (all_mate, undecided) {
        (true, _) => Ok(()),
        (false, false) => Err(Failure::NoMate),
        (false, true) => Err(Failure::MateUndecided),
    }
}

fn positions(args: &MateArgs) -> Result<Vec<AnyPosition>, Failure> {
    let Some(path) = &args.file else {
        let text = args.position.as_deref().unwrap_or("startpos");
        let position = AnyPosition::parse(args.game, text, SetupRules::Mate)
            .map_err(|error| Failure::Input(error.to_string()))?;
        return Ok(vec![position]);
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    let lines = text.lines().enumerate();
    (lines.filter(|(_, line)| !line.trim().is_empty()))
        .map(|(index, line)| {
            AnyPosition::parse(args.game, line.trim(), SetupRules::Mate)
                .map_err(|error| Failure::Input(format!("line {}: {error}", index + 1)))
        })
        .collect()
}
