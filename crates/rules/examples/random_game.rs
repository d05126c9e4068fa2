//! A game of random moves, ended by the rules.
//!
//! `cargo run -p komadai-rules --example random_game -- torishogi 7`

use std::env;
use std::error::Error;

use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let variant: VariantId = args.next().as_deref().unwrap_or("shogi").parse()?;
    let seed: u64 = args.next().as_deref().unwrap_or("1").parse()?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);

    let mut rules = RuleSet::default_for(variant);
    rules.max_plies = Some(1_000);
    let mut game = AnyGame::new(AnyPosition::start(variant), rules);
    let outcome = loop {
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        // Generators list moves in no fixed order.
        let moves = game.legal_moves().sorted();
        let m = moves[random.random_range(0..moves.len())];
        game.play(m)?;
    };

    for &m in game.moves() {
        println!("{}", m.display(variant));
    }
    match outcome.winner {
        Some(side) => println!("{side} wins at ply {}: {}", outcome.ply, outcome.reason),
        None => println!("draw at ply {}: {}", outcome.ply, outcome.reason),
    }
    Ok(())
}
