//! Impasse and declaration against the model's count, on random positions with entered kings.

use komadai_rules::{AnyGame, AnyPosition, Reason, RuleSet, Setup, SetupRules, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::reference::model::{Declaration, agreed_impasse, all_points, declared};
use crate::reference::{Law, RefMove, RefPiece, RefPosition};
use crate::support::{bridge, playouts, seeds};

/// Kings mostly in the promotion zone, pieces mostly in or near it, random hands.
fn entered(rng: &mut ChaCha8Rng) -> RefPosition {
    loop {
        let mut p = RefPosition::empty(Law::Shogi);
        p.turn = rng.random_range(0..2);
        for side in 0..2 {
            let deep = if rng.random_bool(0.85) { 6..9 } else { 0..9 };
            let height = rng.random_range(deep);
            let y = if side == 0 { height } else { 8 - height };
            let at = (rng.random_range(0..9), y);
            p.put_piece(
                at,
                Some(RefPiece {
                    letter: 'K',
                    promoted: false,
                    side,
                }),
            );
        }
        for &(letter, n) in Law::Shogi.set() {
            for _ in 0..n {
                let side = if rng.random_bool(0.5) {
                    p.turn
                } else {
                    rng.random_range(0..2)
                };
                let height = if rng.random_bool(0.8) {
                    rng.random_range(6..9)
                } else {
                    5
                };
                let y = if side == 0 { height } else { 8 - height };
                let at = (rng.random_range(0..9), y);
                let promoted = Law::Shogi.promotes(letter);
                if rng.random_bool(0.5) && p.at(at).is_none() {
                    p.put_piece(
                        at,
                        Some(RefPiece {
                            letter,
                            promoted,
                            side,
                        }),
                    );
                } else if rng.random_bool(0.8) {
                    p.change_hand(side, letter, 1);
                }
            }
        }
        let both = p.king(0).is_some() && p.king(1).is_some();
        if both && seeds::is_lawful(&p) && !p.legal().is_empty() {
            return p;
        }
    }
}

fn rules(changes: &[(&str, &str)]) -> RuleSet {
    let id = bridge::game(Law::Shogi);
    let mut rules = RuleSet::default_for(id);
    for (key, value) in changes {
        rules
            .set(id, key, value)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

#[test]
fn random_impasse_counts_equal_the_model() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..playouts::scaled(1_000) {
        let p = entered(&mut rng);
        let start = bridge::position(&p);
        let text = p.text();

        let mut game = AnyGame::new(start, rules(&[]));
        let count = game.impasse();
        assert_eq!(
            count.points,
            [all_points(&p, 0), all_points(&p, 1)],
            "{text}"
        );
        let model = agreed_impasse(&p, 0);
        assert_eq!(count.both_entered, model.is_ok(), "{text}");
        let agreed = game.agree_impasse();
        assert_eq!(agreed.is_ok(), model.is_ok(), "{text}");
        if let (Ok(outcome), Ok(winner)) = (agreed, model) {
            assert_eq!(outcome.winner, winner.map(bridge::side), "{text}");
            assert_eq!(outcome.reason, Reason::Impasse, "{text}");
            *seen.entry(format!("impasse {winner:?}")).or_insert(0) += 1;
        }

        for (name, rule) in [
            ("csa-27", Declaration::Csa27),
            ("jsa-24", Declaration::Jsa24),
        ] {
            let mut game = AnyGame::new(start, rules(&[("declaration", name)]));
            let outcome = game.declare().expect("it may be declared");
            let winner = declared(&p, rule, 0);
            assert_eq!(outcome.winner, winner.map(bridge::side), "{name} {text}");
            let failed = winner == Some(1 - p.turn);
            let reason = if failed {
                Reason::FailedDeclaration
            } else {
                Reason::Declaration
            };
            assert_eq!(outcome.reason, reason, "{name} {text}");
            let what = if failed { "failed" } else { "good" };
            *seen
                .entry(format!("{name} {what} side {} {winner:?}", p.turn))
                .or_insert(0) += 1;
        }
    }
    for (what, n) in &seen {
        println!("{what:40} {n:>6}");
    }
    for what in [
        "impasse None",
        "impasse Some(0)",
        "impasse Some(1)",
        "csa-27 good side 0 Some(0)",
        "csa-27 good side 1 Some(1)",
        "csa-27 failed side 0 Some(1)",
        "jsa-24 good side 0 None",
        "jsa-24 good side 0 Some(0)",
        "jsa-24 good side 1 None",
        "jsa-24 failed side 1 Some(0)",
    ] {
        let n = seen.get(what).copied().unwrap_or(0);
        assert!(n >= playouts::scaled(5), "{what} came up only {n} times");
    }
}

/// The giver of a handicap is credited with the removed pieces, whatever moves are played.
#[test]
fn handicaps_are_credited() {
    let id = bridge::game(Law::Shogi);
    for handicap in id.spec().handicaps {
        let setup = Setup::handicap(id, handicap.id).expect("by name");
        let start = AnyPosition::from_setup(&setup, SetupRules::Play).expect("lawful");
        let credit = u32::from(handicap.removed_points);
        for (value, credit) in [("uwate", credit), ("none", 0)] {
            let mut game = AnyGame::new(start, rules(&[("impasse-credit", value)]));
            // Counted before every move: the credit belongs to the game.
            for _ in 0..4 {
                let points = game.impasse().points;
                let removed = u32::from(handicap.removed_points);
                assert_eq!(points[0], 27, "{} {value}", handicap.id);
                assert_eq!(points[1], 27 - removed + credit, "{} {value}", handicap.id);
                let quiet = game.legal_moves();
                let noisy = game.position().captures_and_promotions();
                let mv = quiet
                    .into_iter()
                    .find(|mv| !noisy.contains(mv))
                    .expect("a quiet move");
                game.play(mv).expect("legal");
            }
        }
    }
}

/// 三枚落ち, 九枚落ち, トンボ and other handicaps without a name in the rules: missing pieces count.
#[test]
fn handicaps_without_a_name_are_credited_too() {
    let id = bridge::game(Law::Shogi);
    let mut setup = Setup::start(id);
    setup.side = Side::Second;
    let credited = |setup: &Setup| {
        let start = AnyPosition::from_setup(setup, SetupRules::Play).expect("lawful");
        AnyGame::new(start, RuleSet::default_for(id))
            .impasse()
            .points
    };
    assert_eq!(credited(&setup), [27, 27]);
    for index in 0..setup.board.len() {
        let piece = setup.board[index];
        let given = piece.is_some_and(|it| it.side == Side::Second && it.kind != id.spec().king);
        if given {
            setup.board[index] = None;
            assert_eq!(credited(&setup), [27, 27], "{index}");
        }
    }
    // A position in which the first side moves, or lacks pieces too, is no handicap.
    let mut other = setup.clone();
    other.side = Side::First;
    assert_eq!(credited(&other), [27, 0]);
    let pawn = other
        .board
        .iter()
        .position(|it| it.is_some_and(|it| it.kind != id.spec().king));
    setup.board[pawn.expect("a piece")] = None;
    assert!(credited(&setup)[1] == 0);
}

/// A game from the naked king: both kings walk across the board and an impasse is agreed. The giver
/// of the handicap draws only with the credit.
#[test]
fn a_handicap_game_credits_the_giver_in_an_impasse() {
    let id = bridge::game(Law::Shogi);
    let setup = Setup::handicap(id, "naked-king").expect("by name");
    let start = AnyPosition::from_setup(&setup, SetupRules::Play).expect("lawful");
    let moves = (0..200)
        .find_map(walk_across)
        .expect("one of the walks succeeds");
    for (value, credit, winner) in [("uwate", 27, None), ("none", 0, Some(Side::First))] {
        let mut game = AnyGame::new(start, rules(&[("impasse-credit", value)]));
        let mut p = RefPosition::read(Law::Shogi, NAKED_KING);
        for &mv in &moves {
            game.play(bridge::move_of(Law::Shogi, mv)).expect("legal");
            assert_eq!(game.outcome(), None, "{}", p.text());
            p = p.after(mv);
        }
        let outcome = game.agree_impasse().expect("both kings have entered");
        assert_eq!(
            (outcome.winner, outcome.reason),
            (winner, Reason::Impasse),
            "{value}"
        );
        assert_eq!(
            agreed_impasse(&p, credit).map(|w| w.map(bridge::side)),
            Ok(winner)
        );
    }
}

const NAKED_KING: &str = "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

/// Moves without captures that lead both kings into the opponent's promotion zone, if the random
/// walk succeeds.
fn walk_across(seed: u64) -> Option<Vec<RefMove>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut p = RefPosition::read(Law::Shogi, NAKED_KING);
    let mut moves = Vec::new();
    while agreed_impasse(&p, 0).is_err() {
        if moves.len() > 300 {
            return None;
        }
        let mut list = p.legal();
        list.retain(|mv| !mv.is_capture(&p) && !p.after(*mv).legal().is_empty());
        // Kings advance when they can; a king that has arrived stays.
        let height = |q: &RefPosition| q.height(p.turn, q.king(p.turn).expect("a king"));
        let forward: Vec<_> = list
            .iter()
            .copied()
            .filter(|mv| height(&p.after(*mv)) > height(&p))
            .collect();
        if !forward.is_empty() {
            list = forward;
        }
        let mv = *list.get(rng.random_range(0..list.len().max(1)))?;
        moves.push(mv);
        p = p.after(mv);
    }
    Some(moves)
}
