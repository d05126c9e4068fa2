//! Positions and moves of the rules' own cases as text: all are read, and the written text is read
//! back.

use crate::common::position;
use komadai_notation::{fairy_fen, move_text, parse_move, position_text, uci_move, usi_move};
use komadai_rules::VariantId;
use serde_json::Value;

const RULES: &str = include_str!("../../../rules/tests/cases/rules.json");
const PERFT: &str = include_str!("../../../rules/tests/cases/perft.jsonl");

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
        let written = position_text(&read);
        assert_eq!(position(variant, &written), read, "{written}");
        assert_eq!(position_text(&position(variant, &written)), written);
        // The other notation may count moves differently if the second side began.
        let fairy = position(variant, &fairy_fen(&read));
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
                let read = parse_move(variant, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
                assert_eq!(move_text(variant, read), mv);
                for spelled in [usi_move(variant, read), uci_move(variant, read)] {
                    assert_eq!(parse_move(variant, &spelled), Ok(read), "{spelled}");
                }
                moves += 1;
            }
        }
    }
    assert!(moves > 500, "{moves}");
}
