mod args;
mod read;

use indicatif::{ProgressBar, ProgressStyle};
use komadai_lab::{SelfPlayFile, SelfPlayPlan, run_self_play};

pub(crate) use args::SelfPlayArgs;

use crate::failure::Failure;
use crate::progress_lines::ProgressLines;
use crate::{evaluation, interrupt, output};

pub(crate) fn run(args: &SelfPlayArgs) -> Result<(), Failure> {
    if let Some(path) = &args.read {
        return read::run(path, args.game);
    }
    let game = args.played.ok_or_else(|| Failure::missing("the game"))?;
    let path = args.output.as_deref();
    let path = path.ok_or_else(|| Failure::missing("--output FILE"))?;
    let mut plan = SelfPlayPlan::new(game, args.games);
    plan.seed = args.seed;
    plan.evaluation = evaluation::read_for(game, &args.eval_file)?;
    plan.nodes = args.nodes;
    (plan.min_random_plies, plan.max_random_plies) = args.random_moves;
    plan.max_start_score = args.max_start_score;
    plan.win = args.win;
    plan.max_plies = args.max_plies;
    plan.concurrency = args.concurrency;

    let stop = interrupt::flag()?;
    let mut file = SelfPlayFile::open(path, &plan)?;
    let (games_before, positions_before) = (file.games(), file.positions());
    let bar = bar(plan.games, games_before);
    if games_before > 0 {
        let has = output::has_games(games_before, games_before < plan.games);
        note(&bar, &format!("{} {has}", path.display()));
    }
    let lines = ProgressLines::beside_bar();
    let ended = run_self_play(&plan, &mut file, &stop, &mut |now| {
        let seconds = lines.seconds();
        let rate = (now.positions - positions_before) as f64 / seconds.max(1e-3);
        bar.set_position(u64::from(now.games));
        let text = format!("{} positions, {rate:.0} a second", now.positions);
        if lines.is_due() {
            note(
                &bar,
                &format!("{} of {} games, {text}", now.games, plan.games),
            );
        }
        bar.set_message(text);
    });
    bar.finish_and_clear();
    ended?;
    output::line(&format!("games {}", file.games()))?;
    output::line(&format!("positions {}", file.positions()))?;
    Ok(())
}

fn bar(games: u32, before: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(games));
    let template = "{wide_bar} {pos}/{len} {elapsed_precise} (left {eta})\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_position(u64::from(before));
    // Excludes games of the file from the speed.
    bar.reset_eta();
    bar
}

fn note(bar: &ProgressBar, text: &str) {
    bar.suspend(|| output::note(text));
}
