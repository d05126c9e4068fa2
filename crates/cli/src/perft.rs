use komadai_rules::{MAX_PERFT_DEPTH, PerftTooDeep};
use komadai_usi::program::Stopwatch;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::{output, position};

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let position = position::parse(args.game, args.position.as_deref())?;
    let count = |depth| {
        if args.lists {
            position.perft_with_lists(depth)
        } else {
            position.perft(depth)
        }
    };
    // Checked first: lesser depths may take hours.
    if args.depth > MAX_PERFT_DEPTH {
        let error = PerftTooDeep { depth: args.depth };
        return Err(Failure::Input(error.to_string()));
    }
    let mut nodes = 1;
    for depth in 1..=args.depth {
        let started = Stopwatch::start();
        nodes = count(depth).map_err(|error| Failure::Input(error.to_string()))?;
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
