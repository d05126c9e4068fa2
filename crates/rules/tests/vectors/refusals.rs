//! Chapter 9.9: reasons of refusals, and illegal moves that lose.

use std::collections::BTreeSet;

use komadai_rules::{AnyGame, Reason, RefusalCode, RuleSet};

use super::{move_of, position};
use crate::support::bridge;
use crate::support::fixtures::{self, Row};

/// Checks the code and squares of one attempt, under both rules for illegal moves.
fn execute(mut row: Row) -> RefusalCode {
    let (law, id) = (row.law, row.id.clone());
    let variant = bridge::game(law);
    row.text("note");
    row.text("from");
    let (real, p) = position(law, &row.text("position").expect("position"));
    let mv = move_of(law, &row.text("move").expect("move"));
    let code = row.text("code").expect("code");
    let code = RefusalCode::from_name(&code).unwrap_or_else(|| panic!("{id}: {code}"));
    let refusal = real
        .why_illegal(mv)
        .unwrap_or_else(|| panic!("{id} is refused"));
    assert_eq!(refusal.code, code, "{id}");
    let shown: BTreeSet<String> = refusal
        .squares
        .iter()
        .map(|&square| square.display(variant).to_string())
        .collect();
    let expected: BTreeSet<String> = row.texts("squares").into_iter().collect();
    assert!(
        expected.is_subset(&shown),
        "{id}: {expected:?} among {shown:?}"
    );
    assert!(!real.is_legal(mv), "{id}");
    assert!(!real.legal_moves().contains(&mv), "{id}");

    let mut patient = AnyGame::new(real, RuleSet::default_for(variant));
    assert_eq!(patient.why_illegal(mv), Some(refusal.clone()), "{id}");
    assert!(patient.play(mv).is_err(), "{id}");
    assert_eq!(
        (patient.ply(), patient.outcome()),
        (0, None),
        "{id}: nothing has happened"
    );

    let mut rules = RuleSet::default_for(variant);
    rules
        .set(variant, "illegal-move", "loses")
        .expect("an option of every game");
    let mut strict = AnyGame::new(real, rules);
    let outcome = strict
        .play(mv)
        .expect("it is taken")
        .expect("and ends the game");
    assert_eq!(outcome.winner, Some(bridge::side(1 - p.turn)), "{id}");
    assert_eq!(outcome.reason, Reason::IllegalMove, "{id}");
    assert_eq!(
        strict
            .losing_illegal_move()
            .map(|(mv, refusal)| (*mv, refusal.code)),
        Some((mv, code)),
        "{id}"
    );
    assert!(strict.legal_moves().is_empty(), "{id}");
    row.done();
    code
}

#[test]
fn illegal_moves_lose_where_the_rules_say_so() {
    for row in fixtures::table("illegal_moves.json", "illegal_moves") {
        execute(row);
    }
}

/// All attempts together give every code.
#[test]
fn every_refusal_code_occurs() {
    let mut seen = BTreeSet::new();
    for name in fixtures::table_names("illegal_moves.json") {
        for row in fixtures::table("illegal_moves.json", &name) {
            seen.insert(execute(row).name());
        }
    }
    for &code in RefusalCode::ALL {
        // Other tests cover these: `history` the first and the last, the sweep over all 16 bits the
        // second.
        let elsewhere = ["game-over", "no-such-square", "pawn-drop-check"];
        assert!(
            seen.contains(code.name()) || elsewhere.contains(&code.name()),
            "no row is refused for {}",
            code.name()
        );
        assert_eq!(RefusalCode::from_name(code.name()), Some(code));
        assert!(!code.to_string().is_empty());
    }
}
