//! `komadai perft`.

use komadai_lab::Stopwatch;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::{output, position};

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let position = position::parse(args.game, args.position.as_deref())?;
    let mut nodes = position.perft(0, args.lists);
    for depth in 1..=args.depth {
        let started = Stopwatch::start();
        nodes = position.perft(depth, args.lists);
        let mut line = format!("depth {depth} nodes {nodes}");
        if args.time {
            let nps = nodes as f64 / started.seconds().max(1e-9);
            line.push_str(&format!(" nps {nps:.0}"));
        }
        output::line(&line)?;
    }
    output::line(&format!("nodes {nodes}"))?;
    Ok(())
}
