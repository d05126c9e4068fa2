//! Chapters 9.1 to 9.4: legal moves, illegal moves, counts, outcomes.

use komadai_rules::{AnyGame, Move, RefusalCode, RuleSet};
use serde_json::Value;

use super::{move_of, position};
use crate::reference::{RefMove, RefPosition};
use crate::support::bridge;
use crate::support::fixtures::{self, Row};

#[test]
fn positions_have_the_published_moves() {
    for row in fixtures::table("rules.json", "movegen") {
        execute(row);
    }
}

fn execute(mut row: Row) {
    let id = row.id.clone();
    let (p, played) = play_moves(&mut row);
    bridge::assert_same_board(&p, &played.position());
    check_moves(&mut row, &p, &played);
    if let Some(check) = row.take("check") {
        let real = played.position();
        assert_eq!(Value::Bool(real.in_check()), check, "{id}");
        assert_eq!(real.in_check(), !real.checkers().is_empty(), "{id}");
    }
    check_outcome(&mut row, &played);
    row.done();
}

/// The position of the row after its moves, in the reference and in the crate.
fn play_moves(row: &mut Row) -> (RefPosition, AnyGame) {
    let (law, id) = (row.law, row.id.clone());
    let variant = bridge::game(law);
    row.text("note");
    let (start, mut p) = position(law, &row.text("position").expect("position"));
    let mut played = AnyGame::new(start, RuleSet::default_for(variant));
    for text in row.texts("moves") {
        let mv: RefMove = p
            .legal()
            .into_iter()
            .find(|mv| mv.text(&p) == text)
            .unwrap_or_else(|| panic!("{id}: {text} is not legal for the reference"));
        assert_eq!(
            move_of(law, &text),
            bridge::move_of(law, mv),
            "{id}: {text}"
        );
        played
            .play(bridge::move_of(law, mv))
            .unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
        p = p.after(mv);
    }
    (p, played)
}

/// Compares the legal moves, as text, with the reference and the row.
fn check_moves(row: &mut Row, p: &RefPosition, played: &AnyGame) {
    let (law, id) = (row.law, row.id.clone());
    let variant = bridge::game(law);
    let real = played.position();
    let legal: Vec<String> = real
        .legal_moves()
        .iter()
        .map(|&mv| mv.display(variant).to_string())
        .collect();
    let mut expected: Vec<String> = p.legal().iter().map(|mv| mv.text(p)).collect();
    let mut found = legal.clone();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{id}");

    let accepts = |mv: Move| real.is_legal(mv) && real.why_illegal(mv).is_none();
    for text in row.texts("legal") {
        assert!(legal.contains(&text), "{id}: {text} must be legal");
        assert!(accepts(move_of(law, &text)), "{id}: {text} must be legal");
    }
    for text in row.texts("illegal") {
        assert!(!legal.contains(&text), "{id}: {text} must not be legal");
        let mv = move_of(law, &text);
        assert!(!real.is_legal(mv), "{id}: {text} must not be legal");
        assert!(
            real.why_illegal(mv).is_some(),
            "{id}: {text} is refused for a reason"
        );
        assert!(
            played.clone().play(mv).is_err(),
            "{id}: {text} cannot be played"
        );
    }
    for text in row.texts("pawn_drop_mate") {
        assert!(!legal.contains(&text), "{id}: {text} mates");
        let refusal = real.why_illegal(move_of(law, &text)).map(|r| r.code);
        assert_eq!(refusal, Some(RefusalCode::PawnDropMate), "{id}: {text}");
    }
    for prefix in row.texts("no_move_starting_with") {
        let hit = legal.iter().find(|text| text.starts_with(&prefix));
        assert_eq!(hit, None, "{id}: nothing may begin with {prefix}");
    }
    if let Some(count) = row.number("count") {
        assert_eq!(legal.len() as u64, count, "{id}");
        assert_eq!(real.count_legal_moves() as u64, count, "{id}");
        assert_eq!(real.perft(1), Ok(count), "{id}");
    }
}

fn check_outcome(row: &mut Row, played: &AnyGame) {
    let id = row.id.clone();
    let real = played.position();
    let over = row.text("over");
    let outcome = played.outcome();
    let reason = if real.in_check() {
        "checkmate"
    } else {
        "stalemate"
    };
    match over.as_deref() {
        None => assert_eq!(outcome, None, "{id}"),
        Some("mover-lost") => {
            let outcome = outcome.unwrap_or_else(|| panic!("{id} is over"));
            assert_eq!(outcome.winner, Some(!real.side_to_move()), "{id}");
            assert_eq!(outcome.reason.name(), reason, "{id}");
        }
        Some("draw") => {
            let outcome = outcome.unwrap_or_else(|| panic!("{id} is over"));
            assert_eq!(outcome.winner, None, "{id}");
            assert_eq!(outcome.reason.name(), reason, "{id}");
        }
        Some(other) => panic!("{id}: over is {other}"),
    }
    assert_eq!(played.legal_moves().is_empty(), over.is_some(), "{id}");
}
