use indicatif::ProgressBar;
use komadai_lab::{OpeningsPlan, generate_openings, openings_text};
use komadai_usi::DEFAULT_EVALUATION;
use komadai_usi::program::change_rules;

use super::args::OpeningsArgs;
use crate::failure::Failure;
use crate::{evaluation, interrupt, output};

pub(crate) fn run(args: &OpeningsArgs) -> Result<(), Failure> {
    let mut plan = OpeningsPlan::new(args.game);
    plan.count = args.count;
    plan.seed = args.seed;
    plan.plies = args.plies.unwrap_or(plan.plies);
    plan.nodes = args.nodes;
    plan.max_score = args.max_score;
    plan.evaluation = evaluation::read_for(args.game, &args.eval_file)?;
    plan.rules = change_rules(args.game, plan.rules, &args.rules).map_err(Failure::Input)?;
    output::check_new_file(args.output.as_deref(), args.overwrite)?;
    let stop = interrupt::flag()?;
    let bar = ProgressBar::new(args.count as u64);
    let made = generate_openings(&plan, &stop, &mut |found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let lines = match &made {
        Ok(lines) => lines,
        Err(error) => error.found(),
    };
    // Openings found before an error are written too.
    if made.is_ok() || !lines.is_empty() {
        let text = openings_text(plan.variant, &command(&plan, args), lines);
        output::text(args.output.as_deref(), &text)?;
    }
    made?;
    Ok(())
}

/// Independent of defaults.
fn command(plan: &OpeningsPlan, args: &OpeningsArgs) -> String {
    let mut command = format!(
        "komadai-lab openings {} --count {} --seed {} --plies {} --nodes {} --max-score {}",
        plan.variant, plan.count, plan.seed, plan.plies, plan.nodes, plan.max_score
    );
    if args.eval_file != DEFAULT_EVALUATION {
        command += &format!(" --eval-file {}", args.eval_file);
    }
    for rule in &args.rules {
        command += &format!(" --rule {rule}");
    }
    command
}
