//! `komadai-lab match`, `komadai-lab pace` and `komadai-lab openings`.

mod args;
mod openings;
mod pace;
mod progress;
mod replay;
mod report;

use komadai_lab::{
    Adjudication, MatchEvent, MatchLog, MatchPlan, OpeningSet, Sprt, TimeControl, run_match,
};
use komadai_usi::program::change_rules;

pub(crate) use args::{MatchArgs, OpeningsArgs, PaceArgs};
pub(crate) use openings::run as run_openings;
pub(crate) use pace::run as run_pace;

use crate::failure::Failure;
use crate::{interrupt, output};
use progress::Progress;

const GAMES: u32 = 100;
const MAX_SPRT_GAMES: u32 = 40_000;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    if let Some(log) = &args.replay {
        return replay::run(log, args.game);
    }
    let plan = plan(args)?;
    let path = args
        .log
        .as_deref()
        .ok_or_else(|| Failure::missing("--log FILE"))?;
    let stop = interrupt::flag()?;
    let mut log = MatchLog::open(path, &plan)?;
    let progress = Progress::new(plan.games);
    let openings = plan.openings.lines().len() as u64;
    if u64::from(plan.games / 2) > openings && plan.sprt.is_none() {
        progress.note(&format!(
            "{} pairs of games, {openings} openings: openings will be played again",
            plan.games / 2
        ));
    }
    let standing = run_match(&plan, &mut log, &stop, &mut |event| match event {
        MatchEvent::Started { standing } => progress.begin(standing, plan.sprt.as_ref()),
        MatchEvent::Game { played, standing } => {
            if played.reason.is_fault() {
                progress.note(&report::fault(played));
            }
            progress.update(standing, plan.sprt.as_ref());
        }
    });
    progress.end();
    for line in report::lines(&plan, &standing?) {
        output::line(&line)?;
    }
    Ok(())
}

fn plan(args: &MatchArgs) -> Result<MatchPlan, Failure> {
    let bad = |error: &dyn std::error::Error| Failure::Input(error.to_string());
    let game = args.played.ok_or_else(|| Failure::missing("the game"))?;
    let [a, b] = args.engines.read()?;
    let openings = match &args.openings {
        Some(path) => OpeningSet::read(game, path),
        None => OpeningSet::built_in(game),
    };
    let mut plan = MatchPlan::new(openings.map_err(|e| bad(&e))?, a, b, time(args)?);
    plan.rules = change_rules(game, plan.rules, &args.rules).map_err(Failure::Input)?;
    plan.margin_ms = args.margin;
    plan.patience_ms = args.patience;
    plan.seed = args.seed;
    plan.concurrency = args.concurrency;
    plan.games = args.games.unwrap_or(match args.sprt {
        Some(_) => MAX_SPRT_GAMES,
        None => GAMES,
    });
    if let Some((elo0, elo1)) = args.sprt {
        let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta, args.elo);
        plan.sprt = Some(sprt.map_err(|e| bad(&e))?);
    }
    plan.adjudication = Adjudication {
        win: args.adjudicate_win,
        draw: args.adjudicate_draw,
    };
    plan.check().map_err(|e| bad(&e))?;
    Ok(plan)
}

fn time(args: &MatchArgs) -> Result<TimeControl, Failure> {
    // `requires` does not suffice: clap ignores it for an option that another one excludes.
    if args.time.is_none() && (args.increment.is_some() || args.byoyomi.is_some()) {
        return Err(Failure::Input(
            "--increment and --byoyomi belong to a clock: give --time SECONDS too".into(),
        ));
    }
    match (args.time, args.move_time, args.nodes, args.depth) {
        (Some(base_ms), ..) => Ok(TimeControl::Clock {
            base_ms,
            increment_ms: args.increment.unwrap_or(0),
            byoyomi_ms: args.byoyomi.unwrap_or(0),
        }),
        (_, Some(ms), ..) => Ok(TimeControl::MoveTimeMs(ms)),
        (_, _, Some(nodes), _) => Ok(TimeControl::Nodes(nodes)),
        (.., Some(depth)) => Ok(TimeControl::Depth(depth)),
        _ => Err(Failure::Input(
            "a time control is missing: give --time SECONDS (with --increment or --byoyomi), \
             --move-time SECONDS, --nodes N or --depth N"
                .into(),
        )),
    }
}
