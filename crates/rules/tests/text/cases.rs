//! Positions and moves of the rules' own cases as text: all are read, and the written text is read
//! back.

use super::position;
use komadai_rules::{Move, VariantId};
use serde_json::Value;

const RULES: &str = include_str!("../cases/rules.json");
const PERFT: &str = include_str!("../cases/perft.jsonl");

fn rows() -> Vec<Value> {
    let rules: Value = serde_json::from_str(RULES).expect("JSON");
    let sections = rules.as_object().expect("an object").values();
    let rules = sections.flat_map(|section| section.as_array().expect("an array").clone());
    let perft = PERFT
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    rules.chain(perft).collect()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {row}"))
}

fn game(row: &Value) -> VariantId {
    text(row, "game").parse().expect("a game")
}

#[test]
fn every_position_round_trips() {
    let rows = rows();
    assert!(rows.len() > 250, "{}", rows.len());
    for row in rows {
        let variant = game(&row);
        let read = position(variant, text(&row, "position"));
        let written = read.to_string();
        assert_eq!(position(variant, &written), read, "{written}");
        assert_eq!(position(variant, &written).to_string(), written);
        // The other notation may count moves differently if the second side began.
        let fairy = position(variant, &read.fairy_fen());
        let (mut fairy, mut read) = (fairy.to_setup(), read.to_setup());
        fairy.move_number = 1;
        read.move_number = 1;
        assert_eq!(fairy, read, "{row}");
    }
}

#[test]
fn every_move_round_trips() {
    let mut moves = 0;
    for row in rows() {
        let variant = game(&row);
        for key in [
            "legal",
            "illegal",
            "moves",
            "pawn_drop_mate",
            "cycle",
            "pre",
        ] {
            for mv in row[key].as_array().into_iter().flatten() {
                let mv = mv.as_str().expect("a text");
                let read = Move::parse(variant, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
                assert_eq!(read.display(variant).to_string(), mv);
                for spelled in [read.usi(variant).to_string(), read.uci(variant).to_string()] {
                    assert_eq!(Move::parse(variant, &spelled), Ok(read), "{spelled}");
                }
                moves += 1;
            }
        }
    }
    assert!(moves > 500, "{moves}");
}
