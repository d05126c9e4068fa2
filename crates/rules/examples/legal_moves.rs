//! Legal moves of a position; with a move as third argument, the reason why it is illegal.
//!
//! `cargo run -p komadai-rules --example legal_moves -- shogi '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' G*5a`

use std::env;
use std::error::Error;

use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let variant: VariantId = args.next().as_deref().unwrap_or("shogi").parse()?;
    let text = args.next().unwrap_or_else(|| "startpos".to_owned());
    let position = AnyPosition::parse(variant, &text, SetupRules::Play)?;

    if let Some(text) = args.next() {
        match position.why_illegal(Move::parse(variant, &text)?) {
            Some(refusal) => println!("{text} is illegal: {refusal}"),
            None => println!("{text} is legal"),
        }
        return Ok(());
    }
    let moves = position.legal_moves().sorted();
    for &m in moves.iter() {
        let check = if position.gives_check(m) {
            " check"
        } else {
            ""
        };
        println!("{}{check}", m.display(variant));
    }
    println!("{} moves", moves.len());
    Ok(())
}
