//! `komadai bench`.

mod stop;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if args.stop {
        return stop::run(args.rounds, args.threads);
    }
    let mut sum = 0;
    for line in komadai_engine::bench(args.depth) {
        sum += line.nodes;
        output::line(&format!(
            "{} nodes {} position {}",
            line.game, line.nodes, line.position
        ))?;
    }
    output::line(&format!("bench {sum}"))?;
    Ok(())
}
