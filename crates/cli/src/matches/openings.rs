//! `komadai openings`.

use std::io::{self, Write as _};

use indicatif::ProgressBar;
use komadai_lab::{OpeningsPlan, generate_openings, openings_text};

use super::args::OpeningsArgs;
use crate::failure::Failure;
use crate::interrupt;

pub(crate) fn run(args: &OpeningsArgs) -> Result<(), Failure> {
    let mut plan = OpeningsPlan::new(args.game);
    plan.count = args.count;
    plan.seed = args.seed;
    plan.plies = args.plies.unwrap_or(plan.plies);
    plan.nodes = args.nodes;
    plan.most_score = args.most_score;
    let stop = interrupt::flag()?;
    let bar = ProgressBar::new(args.count as u64);
    let lines = generate_openings(&plan, &stop, &mut |found| bar.set_position(found as u64))?;
    bar.finish_and_clear();
    let text = openings_text(plan.game, &command(&plan), &lines);
    match &args.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display()))),
        None => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            Ok(stdout.flush()?)
        }
    }
}

/// The command that makes these openings again, whatever the defaults will be.
fn command(plan: &OpeningsPlan) -> String {
    format!(
        "komadai openings {} --count {} --seed {} --plies {} --nodes {} --most-score {}",
        plan.game, plan.count, plan.seed, plan.plies, plan.nodes, plan.most_score
    )
}
