//! Chapter 9.8: lawful setups, and the problems of the others.

use std::collections::BTreeSet;

use komadai_rules::{AnyPosition, Setup, SetupRules};

use crate::support::bridge;
use crate::support::fixtures::{self, Row};

fn codes(row: &mut Row, field: &str) -> Option<Vec<String>> {
    row.take(field)
        .map(|list| serde_json::from_value(list).expect("codes"))
}

#[test]
fn setups_are_accepted_or_refused_as_published() {
    for mut row in fixtures::table("setups.json", "setups") {
        let (variant, id) = (bridge::game(row.law), row.id.clone());
        row.text("note");
        let text = row.text("position").expect("position");
        let play = codes(&mut row, "problems").expect("problems");
        let mate = codes(&mut row, "mate_problems").unwrap_or_else(|| play.clone());
        let squares: BTreeSet<String> = row.texts("squares").into_iter().collect();
        let canonical = row.text("canonical");
        row.done();

        let setup = match Setup::parse(variant, &text) {
            Ok(setup) => setup,
            Err(error) => {
                // A hand that cannot be written is refused by the parser.
                assert_eq!(play, ["not-for-hand"], "{id}: {error}");
                continue;
            }
        };
        for (rules, expected) in [(SetupRules::Play, &play), (SetupRules::Mate, &mate)] {
            match AnyPosition::from_setup(&setup, rules) {
                Ok(position) => {
                    assert!(
                        expected.is_empty(),
                        "{id} {rules:?}: {expected:?} is not noticed"
                    );
                    let again = position.to_string();
                    assert_eq!(again, *canonical.as_ref().unwrap_or(&text), "{id}");
                }
                Err(errors) => {
                    let found: Vec<&str> = errors.problems.iter().map(|p| p.code()).collect();
                    assert_eq!(found, *expected, "{id} {rules:?}: {errors}");
                    assert!(!errors.to_string().is_empty());
                    let shown: BTreeSet<String> = errors
                        .problems
                        .iter()
                        .flat_map(|p| p.squares())
                        .map(|square| square.display(variant).to_string())
                        .collect();
                    assert!(
                        squares.is_subset(&shown),
                        "{id}: {squares:?} among {shown:?}"
                    );
                }
            }
        }
    }
}
