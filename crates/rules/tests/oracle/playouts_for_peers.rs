//! Writes playouts for `peers/oracle`, which asks Fairy-Stockfish (a separate process) for the same
//! moves.

use std::io::Write;

use komadai_rules::AnyPosition;
use serde_json::{Value, json};

use crate::reference::Law;
use crate::support::bridge;
use crate::support::playouts::{self, Ply};
use crate::support::tally::Tally;

/// Writes one line of JSON per game to the file named in `KOMADAI_PLAYOUTS`: the first position,
/// and for every ply the crate's moves and check of the position reached by playing.
#[test]
#[ignore = "a tool for peers/oracle: name a file in KOMADAI_PLAYOUTS"]
fn write_playouts() {
    let path = std::env::var("KOMADAI_PLAYOUTS").expect("KOMADAI_PLAYOUTS names a file");
    let file = std::fs::File::create(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut out = std::io::BufWriter::new(file);
    let mut tally = Tally::default();
    for (law, positions) in [
        (Law::Shogi, 8_000),
        (Law::Minishogi, 10_000),
        (Law::Tori, 8_000),
        (Law::Shogun, 12_000),
    ] {
        playouts::run(law, playouts::scaled(positions), 14, |game| {
            writeln!(out, "{}", line(law, game)).expect("the file can be written");
            tally.note_game(game);
        });
        tally.assert_enough(law);
    }
    out.flush().expect("the file can be written");
}

fn line(law: Law, game: &[Ply]) -> Value {
    let id = bridge::game(law);
    let mut real: AnyPosition = bridge::position(&game[0].position);
    let start = real.fairy_fen();
    let mut plies = Vec::new();
    for ply in game {
        let legal: Vec<String> = real
            .legal_moves()
            .into_iter()
            .map(|mv| mv.uci(id).to_string())
            .collect();
        let played = ply.played.map(|mv| bridge::move_of(law, mv));
        plies.push(json!({
            "fen": real.fairy_fen(),
            "check": real.in_check(),
            "legal": legal,
            "move": played.map(|mv| mv.uci(id).to_string()),
        }));
        if let Some(mv) = played {
            real.play_unchecked(mv);
        }
    }
    json!({ "game": law.name(), "start": start, "plies": plies })
}
