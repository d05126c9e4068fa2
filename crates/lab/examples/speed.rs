//! Searches the positions of the bench with a given number of nodes each and prints the speed of each
//! game: `speed [nodes]`.

use komadai_engine::{AnyEngine, Control, Limits, bench_positions};
use komadai_notation::parse_position;
use komadai_rules::{AnyGame, GameId, RuleSet, SetupRules};
use std::error::Error;
use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "it measures speed")]
fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(500_000), |n| n.parse())?;
    for game in GameId::ALL {
        let (mut searched, mut depths) = (0, Vec::new());
        let started = Instant::now();
        for (_, text) in bench_positions().iter().filter(|(of, _)| *of == game) {
            let position = parse_position(game, text, SetupRules::Play)?;
            let played = AnyGame::new(position, RuleSet::default_for(game));
            let mut engine = AnyEngine::new(game, 64)?;
            let found = engine.search(&played, &Limits::nodes(nodes), &mut Control::default())?;
            searched += found.nodes;
            depths.push(found.depth);
        }
        let speed = searched as f64 / started.elapsed().as_secs_f64() / 1_000.0;
        println!("{game}: {speed:.0} knps, depths {depths:?}");
    }
    Ok(())
}
