//! Resignation, flag, agreement and declaration, and rule options that restrict moves.

use komadai_rules::{
    AnyGame, AnyPosition, PlayError, Reason, RefusalCode, RuleSet, Side, Unavailable, VariantId,
};

use crate::reference::{Law, RefMove, RefPosition};
use crate::support::{bridge, playouts};

fn game(law: Law, changes: &[(&str, &str)]) -> AnyGame {
    let id = bridge::game(law);
    let mut rules = RuleSet::default_for(id);
    for (key, value) in changes {
        rules
            .set(id, key, value)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    AnyGame::new(AnyPosition::start(id), rules)
}

#[test]
fn resignation_and_time_end_the_game() {
    for law in Law::ALL {
        for side in Side::BOTH {
            let mut resigned = game(law, &[]);
            let outcome = resigned.resign(side).expect("at any time");
            assert_eq!(
                (outcome.winner, outcome.reason),
                (Some(!side), Reason::Resignation)
            );
            let mut flagged = game(law, &[]);
            let outcome = flagged.flag(side).expect("at any time");
            assert_eq!(
                (outcome.winner, outcome.reason),
                (Some(!side), Reason::Time)
            );
            assert_eq!(resigned.flag(side), Err(Unavailable::Over));
            assert_eq!(resigned.agree_draw(), Err(Unavailable::Over));
            assert_eq!(resigned.agree_impasse(), Err(Unavailable::Over));
            assert_eq!(resigned.declare(), Err(Unavailable::Over));
            let mv = AnyPosition::start(bridge::game(law)).legal_moves()[0];
            assert_eq!(resigned.play(mv), Err(PlayError::Over));
            let refusal = resigned.why_illegal(mv).expect("refused");
            assert_eq!(refusal.code, RefusalCode::GameOver);
            assert!(resigned.legal_moves().is_empty());
        }
    }
}

#[test]
fn draws_are_agreed_in_shogun_only() {
    for law in Law::ALL {
        let mut game = game(law, &[]);
        let answer = game.agree_draw();
        if law == Law::Shogun {
            let outcome = answer.expect("offered");
            assert_eq!((outcome.winner, outcome.reason), (None, Reason::Agreement));
        } else {
            assert_eq!(answer, Err(Unavailable::NotInRules));
            assert_eq!(game.outcome(), None);
        }
    }
}

#[test]
fn impasse_and_declaration_are_for_shogi() {
    for law in Law::ALL {
        let id = bridge::game(law);
        let mut rules = RuleSet::default_for(id);
        let shogi = law == Law::Shogi;
        for (key, value) in [
            ("impasse", "off"),
            ("declaration", "csa-27"),
            ("declaration", "jsa-24"),
            ("impasse-credit", "none"),
            ("pawn-drop-check", "forbidden"),
        ] {
            assert_eq!(
                rules.set(id, key, value).is_ok(),
                shogi,
                "{key}={value} in {id:?}"
            );
        }
        let expected = if shogi {
            Unavailable::KingsNotEntered
        } else {
            Unavailable::NotInRules
        };
        assert_eq!(game(law, &[]).agree_impasse(), Err(expected));
        assert_eq!(game(law, &[]).declare(), Err(Unavailable::NotInRules));
    }
    let mut off = game(Law::Shogi, &[("impasse", "off")]);
    assert_eq!(off.agree_impasse(), Err(Unavailable::NotInRules));
}

/// Chapter 0.6: the options of each variant and their defaults.
#[test]
fn default_rules_are_those_of_the_rules_page() {
    let pairs = |variant: VariantId| RuleSet::default_for(variant).pairs(variant);
    let has = |variant, key: &str, value: &str| {
        let pairs = pairs(variant);
        let found = pairs
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, v)| v.as_str());
        assert_eq!(found, Some(value), "{key} of {variant:?}");
    };
    for variant in VariantId::ALL {
        has(variant, "illegal-move", "reject");
        has(variant, "max-plies", "none");
    }
    for variant in [VariantId::Shogi, VariantId::Minishogi, VariantId::Torishogi] {
        has(variant, "pawn-drop-mate", "forbidden");
        has(variant, "perpetual-check", "checker-loses");
        has(variant, "stalemate", "stalemated-loses");
    }
    has(VariantId::Shogi, "pawn-drop-check", "allowed");
    has(VariantId::Shogi, "repetition", "draw-4");
    has(VariantId::Shogi, "impasse", "agreement-24");
    has(VariantId::Shogi, "declaration", "off");
    has(VariantId::Shogi, "impasse-credit", "uwate");
    has(VariantId::Minishogi, "repetition", "draw-4");
    has(VariantId::Torishogi, "repetition", "starter-must-vary-3");
    has(VariantId::Shogun, "repetition", "draw-3");
    has(VariantId::Shogun, "perpetual-check", "none");
    has(VariantId::Shogun, "stalemate", "draw");
    has(VariantId::Shogun, "n-move-rule", "50");
}

/// The literal wording of one source: no pawn drop may give check.
#[test]
fn dropped_pawns_that_check_are_refused_where_forbidden() {
    let mut rules = RuleSet::default_for(VariantId::Shogi);
    rules
        .set(VariantId::Shogi, "pawn-drop-check", "forbidden")
        .expect("an option of Shogi");
    let mut refused = 0;
    playouts::run(Law::Shogi, playouts::scaled(2_500), 11, |list| {
        for ply in list {
            let p = &ply.position;
            let checks = |mv: &RefMove| {
                matches!(mv, RefMove::Drop { letter: 'P', .. }) && p.after(*mv).in_check()
            };
            let game = AnyGame::new(bridge::position(p), rules);
            let mut expected: Vec<_> = ply.legal.iter().copied().filter(|mv| !checks(mv)).collect();
            if expected.is_empty() {
                let outcome = game.outcome().expect("no move is left");
                assert_eq!(
                    outcome.winner,
                    Some(bridge::side(1 - p.turn)),
                    "{}",
                    p.text()
                );
                expected.clear();
            }
            let mut found = game.legal_moves().to_vec();
            found.sort_unstable();
            assert_eq!(found, bridge::moves(Law::Shogi, &expected), "{}", p.text());
            if game.outcome().is_some() {
                continue;
            }
            for &mv in ply.legal.iter().filter(|mv| checks(mv)) {
                let refusal = game
                    .why_illegal(bridge::move_of(Law::Shogi, mv))
                    .expect("refused");
                assert_eq!(refusal.code, RefusalCode::PawnDropCheck, "{}", p.text());
                assert!(game.clone().play(bridge::move_of(Law::Shogi, mv)).is_err());
                refused += 1;
            }
        }
    });
    assert!(refused >= 100, "only {refused} checks by dropped pawns");
}

/// An illegal move that loses ends the game; undoing it continues the game.
#[test]
fn a_losing_illegal_move_can_be_taken_back() {
    let mut game = game(Law::Shogi, &[("illegal-move", "loses")]);
    let p = RefPosition::start(Law::Shogi);
    let good = bridge::move_of(Law::Shogi, p.legal()[0]);
    assert_eq!(game.play(good), Ok(None));
    let illegal = RefMove::Board {
        from: (4, 8),
        to: (4, 0),
        promote: false,
    };
    let outcome = game
        .play(bridge::move_of(Law::Shogi, illegal))
        .expect("taken")
        .expect("ends the game");
    assert_eq!(outcome.winner, Some(Side::First));
    assert_eq!(outcome.reason, Reason::IllegalMove);
    assert!(game.losing_illegal_move().is_some());
    assert!(game.legal_moves().is_empty());
    game.undo();
    assert_eq!(game.outcome(), None);
    assert!(game.losing_illegal_move().is_none());
    assert!(!game.legal_moves().is_empty());
}

/// A double step makes another position only if it can be captured en passant.
#[test]
fn only_a_possible_en_passant_capture_makes_another_position() {
    // The pawn on b4 is pinned on its rank: a capture on c3 would open the rank for the rook. The
    // position after the double step is therefore the same as later ones without it.
    for (start, possible) in [
        ("8/8/8/8/kp5R/8/2P5/4K3[] w - - 0 1", false),
        ("4k3/8/8/8/1p5R/8/2P5/4K3[] w - - 0 1", true),
    ] {
        let p = RefPosition::read(Law::Shogun, start);
        let jump = p.legal().into_iter().find(|mv| mv.text(&p) == "c2c4");
        let jump = jump.unwrap_or_else(|| panic!("{start}"));
        let after = p.after(jump);
        assert_eq!(after.en_passant_square().is_some(), possible, "{start}");
        let mut real = bridge::position(&p);
        real.play_unchecked(bridge::move_of(Law::Shogun, jump));
        assert_eq!(real.en_passant().is_some(), possible, "{start}");
        let mut without_jump = after.clone();
        without_jump.jumped = None;
        let same = bridge::position(&without_jump).key() == real.key();
        assert_eq!(same, !possible, "{start}");
    }
}
