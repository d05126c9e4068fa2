use komadai_engine::Limits;
use komadai_lab::{GamesPlan, play_games};

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let other = args.against.unwrap_or(args.level);
    let mut plan = GamesPlan::new(args.game, args.level, other, args.count);
    plan.random_plies = args.random_plies;
    plan.seed = args.seed;
    plan.rules.max_plies = Some(args.max_plies);
    plan.limits = Limits::nodes(args.nodes);
    let tally = play_games(&plan, &mut |_| ())?;
    for (reason, count) in &tally.reasons {
        output::line(&format!("{reason} {count}"))?;
    }
    output::line(&tally.to_string())?;
    Ok(())
}
