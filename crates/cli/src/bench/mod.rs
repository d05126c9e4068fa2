mod stop;

use komadai_engine::BenchLine;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn line(found: &BenchLine) -> String {
    let BenchLine {
        variant: game,
        nodes,
        position,
    } = found;
    format!("{game} nodes {nodes} position {position}")
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if args.stop {
        return stop::run(args.rounds, args.threads);
    }
    let mut sum = 0;
    for line in komadai_engine::bench(args.depth) {
        let line = line?;
        sum += line.nodes;
        output::line(&self::line(&line))?;
    }
    output::line(&format!("bench {sum}"))?;
    Ok(())
}
