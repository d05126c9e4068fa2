mod stop;

use komadai_usi::program::bench_line;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if args.stop {
        return stop::run(args.rounds, args.threads);
    }
    let mut sum = 0;
    for line in komadai_engine::bench(args.depth) {
        let line = line?;
        sum += line.nodes;
        output::line(&bench_line(&line))?;
    }
    output::line(&format!("bench {sum}"))?;
    Ok(())
}
