use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use komadai_lab::{MateSet, MatesPlan, generate_mates};
use komadai_rules::VariantId;

use crate::failure::Failure;
use crate::{interrupt, output};

#[derive(Debug, Args)]
#[command(override_usage = "\
    komadai-lab mates [--plies <N>] [--count <N>] [--seed <N>] [--output <FILE>] <GAME>
       komadai-lab mates <GAME> --solve [--nodes <N>]
       komadai-lab mates --solve <FILE> [--nodes <N>]")]
#[command(after_help = "\
Examples:
  komadai-lab mates shogi --plies 5 --count 100 --output shogi-5.jsonl
  komadai-lab mates --solve shogi-5.jsonl --nodes 100000
  komadai-lab mates shogi --solve --nodes 100000")]
pub(crate) struct MatesArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(value_name = "GAME", required_unless_present = "solve")]
    pub(crate) played: Option<VariantId>,
    /// Plies to the mate: an odd number up to 15
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "solve")]
    pub(crate) plies: u32,
    /// Number of problems
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        conflicts_with = "solve"
    )]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) count: usize,
    /// Random seed
    #[arg(long, default_value_t = 1, conflicts_with = "solve")]
    pub(crate) seed: u64,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "solve")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the output file if it exists
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    /// Generate nothing: let the engine solve the problems of a file, by default the built-in ones
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub(crate) solve: Option<Option<PathBuf>>,
    /// With --solve: nodes per problem
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "solve")]
    pub(crate) nodes: u64,
}

pub(crate) fn run(args: &MatesArgs) -> Result<(), Failure> {
    let input = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    match (&args.solve, args.played) {
        (Some(Some(path)), played) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| input(&format!("cannot read {}: {error}", path.display())))?;
            let set = MateSet::parse(&text);
            let set = set.map_err(|error| input(&format!("{}, {error}", path.display())))?;
            if let Some(game) = played.filter(|game| *game != set.variant) {
                let path = path.display();
                return Err(input(&format!(
                    "{path} has problems of {}, not of {game}",
                    set.variant
                )));
            }
            solve(&set, args.nodes)
        }
        (Some(None), Some(game)) => {
            let sets = MateSet::built_in(game).map_err(|error| input(&error))?;
            sets.iter().try_for_each(|set| solve(set, args.nodes))
        }
        (None, Some(game)) => generate(args, game),
        (_, None) => Err(input(&"the game or a file is missing")),
    }
}

fn solve(set: &MateSet, nodes: u64) -> Result<(), Failure> {
    let found = set.solve(nodes)?;
    for (problem, _) in (set.problems.iter().zip(&found)).filter(|(_, plies)| plies.is_none()) {
        output::line(&format!("missed {}", problem.position))?;
    }
    let solved = found.iter().flatten();
    output::line(&format!(
        "{} in {} plies: solved {} of {} with {nodes} nodes each, {} in the minimum length",
        set.variant,
        set.plies,
        solved.clone().count(),
        found.len(),
        solved.filter(|&&plies| plies <= set.plies).count()
    ))?;
    Ok(())
}

fn generate(args: &MatesArgs, variant: VariantId) -> Result<(), Failure> {
    let plan = MatesPlan {
        variant,
        plies: args.plies,
        count: args.count,
        seed: args.seed,
    };
    let command = format!(
        "komadai-lab mates {variant} --plies {} --count {} --seed {}",
        plan.plies, plan.count, plan.seed
    );
    output::check_new_file(args.output.as_deref(), args.overwrite)?;
    let stop = interrupt::flag()?;
    let bar = ProgressBar::new(plan.count as u64);
    let made = generate_mates(&plan, &command, &stop, &mut |found| {
        bar.set_position(found as u64)
    });
    bar.finish_and_clear();
    output::text(args.output.as_deref(), &made?.text())
}
