//! Perft of a start position, divided by the first move.
//!
//! `cargo run --release -p komadai-rules --example perft -- minishogi 5`

use std::env;
use std::error::Error;

use komadai_rules::{AnyPosition, VariantId};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let variant: VariantId = args.next().as_deref().unwrap_or("shogi").parse()?;
    let depth: u32 = args.next().as_deref().unwrap_or("3").parse()?;

    let position = AnyPosition::start(variant);
    for &m in position.legal_moves().sorted().iter() {
        let mut next = position;
        next.play_unchecked(m);
        let nodes = next.perft(depth.saturating_sub(1))?;
        println!("{}: {nodes}", m.display(variant));
    }
    println!("{}", position.perft(depth)?);
    Ok(())
}
