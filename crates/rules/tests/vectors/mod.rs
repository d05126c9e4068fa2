//! Executes every row of the vectors; unread rows, tables and fields are failures.

mod endings;
mod movegen;
mod refusals;
mod setups;

use std::collections::BTreeSet;

use komadai_rules::{AnyPosition, Move};

use crate::reference::{Law, RefPosition};
use crate::support::bridge;
use crate::support::fixtures;

#[test]
fn no_table_is_left_out() {
    let names = |file: &str| -> Vec<String> { fixtures::table_names(file).into_iter().collect() };
    assert_eq!(
        names("rules.json"),
        ["declaration", "impasse", "movegen", "repetition"]
    );
    assert_eq!(names("illegal_moves.json"), ["illegal_moves", "refusals"]);
    assert_eq!(names("setups.json"), ["setups"]);
    assert_eq!(names("handicaps.json"), ["minishogi", "shogi", "torishogi"]);
    // Row counts of the rules page, to detect a shortened copy.
    for (name, rows) in [
        ("movegen", 176),
        ("repetition", 16),
        ("impasse", 6),
        ("declaration", 9),
    ] {
        assert_eq!(fixtures::table("rules.json", name).len(), rows, "{name}");
    }
    let ids: BTreeSet<String> = fixtures::table("illegal_moves.json", "illegal_moves")
        .into_iter()
        .map(|row| row.id)
        .collect();
    // IL-13 is decided by repetition: SH-R2 covers it.
    let wanted: BTreeSet<String> = (1..=12).map(|n| format!("IL-{n:02}")).collect();
    assert_eq!(ids, wanted);
    let ids: BTreeSet<String> = fixtures::table("setups.json", "setups")
        .into_iter()
        .map(|row| row.id)
        .collect();
    for n in 1..=12 {
        assert!(ids.contains(&format!("VA-{n:02}")), "VA-{n:02}");
    }
}

fn move_of(law: Law, text: &str) -> Move {
    Move::parse(bridge::game(law), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position of a row, checked to be the same for the notation crate and the reference.
fn position(law: Law, text: &str) -> (AnyPosition, RefPosition) {
    let variant = bridge::game(law);
    let rules = komadai_rules::SetupRules::Play;
    let real = komadai_rules::AnyPosition::parse(variant, text, rules)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let p = RefPosition::read(law, text);
    bridge::assert_same_board(&p, &real);
    (real, p)
}
