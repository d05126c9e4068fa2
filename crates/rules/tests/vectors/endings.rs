//! Chapters 9.5 to 9.7: repetition and counters, impasse, declaration.

use komadai_rules::{AnyGame, ImpasseCount, Outcome, RuleSet, Side, Unavailable};
use serde_json::Value;

use super::{move_of, position};
use crate::reference::model::{Declaration, agreed_impasse, declared};
use crate::reference::{Law, RefPosition};
use crate::support::bridge;
use crate::support::fixtures::{self, Row};

/// `(winner, reason, ply)`.
fn summary(outcome: Outcome) -> (Option<&'static str>, &'static str, u64) {
    (
        outcome.winner.map(Side::name),
        outcome.reason.name(),
        u64::from(outcome.ply),
    )
}

fn rules(law: Law, changes: &[(&str, &str)]) -> RuleSet {
    let mut rules = RuleSet::default_for(bridge::game(law));
    for (key, value) in changes {
        rules
            .set(bridge::game(law), key, value)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

/// Plays the moves, or until the game is over.
fn play_out(law: Law, start: &str, moves: &[String], rules: RuleSet) -> AnyGame {
    let mut game = AnyGame::new(position(law, start).0, rules);
    for text in moves {
        if game.outcome().is_some() {
            break;
        }
        game.play(move_of(law, text))
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

fn times(cycle: &[&str], n: usize) -> Vec<String> {
    cycle.repeat(n).into_iter().map(str::to_owned).collect()
}

fn moves_of(row: &mut Row) -> Vec<String> {
    let mut moves = row.texts("pre");
    let cycle = row.texts("cycle");
    let times = row.number("times").unwrap_or(0);
    for _ in 0..times {
        moves.extend(cycle.iter().cloned());
    }
    moves.extend(row.texts("moves"));
    moves
}

/// Maps reasons of the file to their names in records.
fn reason(name: &str) -> &'static str {
    match name {
        "repetition" => "repetition",
        "perpetual check" => "perpetual-check",
        "move rule" => "n-move-rule",
        other => panic!("reason {other}"),
    }
}

#[test]
fn repetitions_end_games_by_the_default_rules() {
    for mut row in fixtures::table("rules.json", "repetition") {
        let (law, id) = (row.law, row.id.clone());
        row.text("expect");
        // Fairy-Stockfish's result is not checked here.
        row.text("fsf");
        let start = row.text("position").expect("position");
        let moves = moves_of(&mut row);
        let Some(default_rules) = row.take("default_rules") else {
            assert_eq!(id, "SH-R5", "only SH-R5 has no outcome");
            row.done();
            continue;
        };
        let fields = default_rules.as_object().expect("an outcome");
        let mut game = play_out(law, &start, &moves, rules(law, &[]));
        if fields["end_ply"].is_null() {
            assert_eq!(fields.len(), 1, "{id}");
            assert_eq!(game.outcome(), None, "{id}");
            assert_eq!(game.ply() as usize, moves.len(), "{id}");
        } else {
            assert_eq!(fields.len(), 3, "{id}");
            // TO-R1 goes on to its ninth ply, the move that does not vary.
            let outcome = game.outcome().unwrap_or_else(|| panic!("{id} is over"));
            let expected = (
                fields["winner"].as_str(),
                reason(fields["reason"].as_str().expect("reason")),
                fields["end_ply"].as_u64().expect("ply"),
            );
            assert_eq!(summary(outcome), expected, "{id}");
            assert!(game.legal_moves().is_empty(), "{id}");
            assert!(
                game.play(move_of(law, &moves[0])).is_err(),
                "{id}: nothing after the end"
            );
        }
        row.done();
    }
}

/// The same positions under the optional rules of the page.
#[test]
fn repetitions_end_games_by_optional_rules() {
    let sente_loses = [("repetition", "sente-loses-4")];
    let mini = times(&["2e3d", "4a3b", "3d2e", "3b4a"], 3);
    let game = play_out(
        Law::Minishogi,
        "startpos",
        &mini,
        rules(Law::Minishogi, &sente_loses),
    );
    assert_eq!(
        game.outcome().map(summary),
        Some((Some("second"), "repetition", 12)),
        "MI-R1"
    );

    let checks = times(&["2e1e", "1a2a", "1e2e", "2a1a"], 3);
    for changes in [&[][..], &sente_loses] {
        let start = "4k/5/5/5/K2R1 b - 1";
        let game = play_out(
            Law::Minishogi,
            start,
            &checks,
            rules(Law::Minishogi, changes),
        );
        assert_eq!(
            game.outcome().map(summary),
            Some((Some("second"), "perpetual-check", 12))
        );
    }

    let tori = times(&["4f3f", "4b5b", "3f4f", "5b4b"], 3);
    for (mode, expected) in [
        ("starter-must-vary-3", (Some("second"), "repetition", 9)),
        ("creator-loses-3", (Some("first"), "repetition", 8)),
        ("creator-loses-4", (Some("first"), "repetition", 12)),
    ] {
        let rules = rules(Law::Tori, &[("repetition", mode)]);
        let game = play_out(Law::Tori, "startpos", &tori, rules);
        assert_eq!(game.outcome().map(summary), Some(expected), "TO-R1 {mode}");
    }
    let perpetual = times(&["4c3c", "1a2a", "3c4c", "2a1a"], 3);
    for (mode, ply) in [
        ("starter-must-vary-3", 8),
        ("creator-loses-3", 8),
        ("creator-loses-4", 12),
    ] {
        let rules = rules(Law::Tori, &[("repetition", mode)]);
        let game = play_out(Law::Tori, "6k/7/3+F3/7/7/7/K6 b - 1", &perpetual, rules);
        let expected = Some((Some("second"), "perpetual-check", ply));
        assert_eq!(game.outcome().map(summary), expected, "TO-R2 {mode}");
    }
}

/// TO-R1: after ply 8 the first side must vary; 4f3f loses, all other moves continue the game.
#[test]
fn the_side_that_starts_a_tori_repetition_must_vary() {
    let cycle = ["4f3f", "4b5b", "3f4f", "5b4b"];
    let game = play_out(
        Law::Tori,
        "startpos",
        &times(&cycle, 2),
        rules(Law::Tori, &[]),
    );
    assert_eq!(game.outcome(), None);
    assert!(game.must_vary());
    assert_eq!(game.repetition(), 3);
    let moves = game.legal_moves();
    assert!(
        moves.contains(&move_of(Law::Tori, "4f3f")),
        "the move is playable"
    );
    assert_eq!(moves.len(), 17);
    for mv in moves {
        let mut next = game.clone();
        let outcome = next.play(mv).expect("legal");
        if mv == move_of(Law::Tori, "4f3f") {
            assert_eq!(
                outcome.map(summary),
                Some((Some("second"), "repetition", 9))
            );
        } else {
            assert_eq!(outcome, None, "{mv:?}");
            assert!(!next.must_vary());
        }
    }
}

/// SH-R5: the same board with another hand is another position.
#[test]
fn positions_with_different_hands_have_different_keys() {
    let text = "4k4/9/9/9/9/9/9/9/4K4 b";
    let with = position(Law::Shogi, &format!("{text} P 1")).0;
    let without = position(Law::Shogi, &format!("{text} - 1")).0;
    let other = position(Law::Shogi, &format!("{text} p 1")).0;
    assert_ne!(with.key(), without.key());
    assert_ne!(with.key(), other.key());
    assert_eq!(
        with.board_key(),
        without.board_key(),
        "the board key leaves the hands out"
    );
}

#[test]
fn impasses_are_counted_as_published() {
    for mut row in fixtures::table("rules.json", "impasse") {
        let id = row.id.clone();
        assert_eq!(row.law, Law::Shogi);
        row.text("expect");
        let text = row.text("position").expect("position");
        let initial = row.text("initial");
        let (real, p) = position(Law::Shogi, &text);
        let credit = initial.as_deref().map_or(0, |initial| {
            let start = RefPosition::read(Law::Shogi, initial);
            let whole = RefPosition::start(Law::Shogi);
            let points = |p| crate::reference::model::all_points(p, 1);
            points(&whole) - points(&start)
        });
        let result = row.take("result").expect("result");
        let expected = match &result {
            Value::String(text) if text == "precondition fails" => None,
            Value::Object(fields) if fields.len() == 1 => Some(match fields["winner"].as_str() {
                None => None,
                Some(name) => Side::BOTH.into_iter().find(|side| side.name() == name),
            }),
            other => panic!("{id}: {other}"),
        };
        let model = agreed_impasse(&p, credit);
        assert_eq!(
            model
                .is_ok()
                .then(|| model.ok().flatten().map(bridge::side)),
            expected,
            "{id}"
        );
        let komadai_rules::AnyPosition::Shogi(position) = real else {
            panic!("{id}")
        };
        let count = ImpasseCount::of(&position, [0, credit]);
        assert_eq!(count.both_entered, expected.is_some(), "{id}");
        if let Some(winner) = expected {
            assert_eq!(count.winner(), winner, "{id}");
        }
        if credit == 0 {
            let mut game = AnyGame::new(real, rules(Law::Shogi, &[]));
            let agreed = game.agree_impasse();
            match expected {
                None => assert_eq!(agreed, Err(Unavailable::KingsNotEntered), "{id}"),
                Some(winner) => {
                    let outcome = agreed.unwrap_or_else(|error| panic!("{id}: {error}"));
                    assert_eq!(
                        (outcome.winner, outcome.reason.name()),
                        (winner, "impasse"),
                        "{id}"
                    );
                }
            }
        }
        row.done();
    }
}

/// SH-I6: one more pawn saves the giver of the handicap, and only with the credit.
#[test]
fn removed_pieces_are_credited_in_an_impasse() {
    for (hands, with_credit, without) in [
        (
            "RB2G2S2N2L13P2g2s2n2l5p",
            Some(Side::First),
            Some(Side::First),
        ),
        ("RB2G2S2N2L12P2g2s2n2l6p", None, Some(Side::First)),
    ] {
        let text = format!("9/4K4/9/9/9/9/9/4k4/9 b {hands} 1");
        let (real, p) = position(Law::Shogi, &text);
        let komadai_rules::AnyPosition::Shogi(shogi) = real else {
            panic!("shogi")
        };
        assert_eq!(
            ImpasseCount::of(&shogi, [0, 10]).winner(),
            with_credit,
            "{hands}"
        );
        assert_eq!(
            ImpasseCount::of(&shogi, [0, 0]).winner(),
            without,
            "{hands}"
        );
        assert_eq!(agreed_impasse(&p, 10), Ok(with_credit.map(Side::index)));
        assert_eq!(agreed_impasse(&p, 0), Ok(without.map(Side::index)));
    }
}

#[test]
fn declarations_win_or_fail_as_published() {
    for mut row in fixtures::table("rules.json", "declaration") {
        let id = row.id.clone();
        row.text("note");
        let (real, p) = position(row.law, &row.text("position").expect("position"));
        let win = row.take("win27").and_then(|v| v.as_bool()).expect("win27");
        for (name, rule) in [
            ("csa-27", Declaration::Csa27),
            ("jsa-24", Declaration::Jsa24),
        ] {
            let mut game = AnyGame::new(real, rules(row.law, &[("declaration", name)]));
            let outcome = game
                .declare()
                .unwrap_or_else(|error| panic!("{id}: {error}"));
            let expected = declared(&p, rule, 0);
            assert_eq!(outcome.winner, expected.map(bridge::side), "{id} {name}");
            let failed = expected == Some(1 - p.turn);
            let reason = if failed {
                "failed-declaration"
            } else {
                "declaration"
            };
            assert_eq!(outcome.reason.name(), reason, "{id} {name}");
            if rule == Declaration::Csa27 {
                assert_eq!(outcome.winner == Some(bridge::side(p.turn)), win, "{id}");
            }
            if id == "SH-D1" && rule == Declaration::Jsa24 {
                assert_eq!(outcome.winner, None, "{id}: 24 to 30 points draw");
            }
            assert!(game.declare().is_err(), "{id}: only once");
        }
        let mut off = AnyGame::new(real, rules(row.law, &[]));
        assert_eq!(off.declare(), Err(Unavailable::NotInRules), "{id}");
        assert_eq!(off.outcome(), None, "{id}");
        row.done();
    }
}
