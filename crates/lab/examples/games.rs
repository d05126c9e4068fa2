//! Plays games between two players and prints the results: `games <game> <a> <b> <games> [seed] [nodes]`.

use komadai_engine::Limits;
use komadai_lab::{GamesPlan, play_games};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, a, b, games, rest @ ..] = args.as_slice() else {
        return Err("usage: games <game> <a> <b> <games> [seed] [nodes]".into());
    };
    let mut plan = GamesPlan::new(game.parse()?, a.parse()?, b.parse()?, games.parse()?);
    if let Some(seed) = rest.first() {
        plan.seed = seed.parse()?;
    }
    if let Some(nodes) = rest.get(1) {
        plan.limits = Limits::nodes(nodes.parse()?);
    }
    let tally = play_games(&plan, &mut |_| ())?;
    println!("{} {} {}: {tally}", plan.variant, plan.a, plan.b);
    Ok(())
}
