use std::io::{self, IsTerminal as _};

use komadai_lab::{Pace, PacePlan, PaceRound, measure_pace};

use super::args::PaceArgs;
use crate::failure::Failure;
use crate::{interrupt, output};

pub(crate) fn run(args: &PaceArgs) -> Result<(), Failure> {
    let [a, b] = args.engines.read()?;
    let plan = PacePlan {
        variant: args.game,
        a,
        b,
        nodes: args.nodes,
        rounds: args.rounds,
        patience_ms: args.patience,
    };
    output::line(&format!(
        "pace {} a {} b {}",
        plan.variant, plan.a.name, plan.b.name
    ))?;
    let stop = interrupt::flag()?;
    let terminal = io::stderr().is_terminal();
    let rounds = measure_pace(&plan, &stop, &mut |round| {
        if terminal {
            output::note(&speeds(round.speeds));
        }
    })?;
    for of_position in rounds.chunks(args.rounds as usize) {
        let position = of_position.first().map_or("", |round| round.position);
        let cut_short = of_position.iter().filter(|round| round.incomplete).count();
        let result = match Pace::of(of_position) {
            Some(pace) => format!("{} ratio {:.2}", speeds(pace.speeds), pace.ratio),
            None => "unknown".into(),
        };
        let left_out = match cut_short {
            0 => String::new(),
            n => format!(" ({n} rounds left out: a search ended early)"),
        };
        output::line(&format!("{result} position {position}{left_out}"))?;
    }
    output::line(&summary(&plan, &rounds))?;
    Ok(())
}

fn speeds([a, b]: [f64; 2]) -> String {
    format!("a {:.0} knps b {:.0} knps", a / 1e3, b / 1e3)
}

fn summary(plan: &PacePlan, rounds: &[PaceRound]) -> String {
    match Pace::of(rounds) {
        Some(pace) => {
            let [low, high] = pace.quartiles;
            format!(
                "ratio {} {:.2} (middle half: {low:.2} to {high:.2}, {} rounds)",
                plan.variant, pace.ratio, pace.rounds
            )
        }
        None => format!("ratio {} unknown: every search ended early", plan.variant),
    }
}
