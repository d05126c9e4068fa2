//! Openings: built-in ones and generation.

use komadai_lab::{OpeningSet, OpeningsError, OpeningsPlan, generate_openings, openings_text};
use komadai_rules::{AnyGame, RuleSet, VariantId};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn reached(opening: &komadai_lab::Opening) -> AnyGame {
    let rules = RuleSet::default_for(opening.start.variant());
    let mut game = AnyGame::new(opening.start, rules);
    for &mv in &opening.moves {
        game.play(mv).expect("a legal opening");
    }
    game
}

#[test]
fn every_game_has_balanced_openings_that_differ() {
    for variant in VariantId::ALL {
        let set = OpeningSet::built_in(variant).unwrap();
        assert!(set.lines().len() >= 500, "{variant}: {}", set.lines().len());
        let expected = format!("komadai-lab openings {variant} --count ");
        assert!(set.command().starts_with(&expected), "{}", set.command());
        let keys: HashSet<u64> = (set.lines().iter())
            .map(|opening| reached(opening).position().key())
            .collect();
        assert_eq!(keys.len(), set.lines().len(), "{variant}");
        for opening in set.lines() {
            assert!(opening.score.abs() <= 30, "{opening:?}");
            // An even number of moves: the first player moves next.
            assert_eq!(opening.moves.len() % 2, 0, "{opening:?}");
            assert!(reached(opening).outcome().is_none());
        }
    }
}

fn small(variant: VariantId) -> OpeningsPlan {
    let mut plan = OpeningsPlan::new(variant);
    plan.count = 6;
    plan.nodes = 2_000;
    plan
}

#[test]
fn generated_openings_are_parsed_as_they_are_written() {
    for variant in VariantId::ALL {
        let plan = small(variant);
        let go = AtomicBool::new(false);
        let mut reported = Vec::new();
        let lines = generate_openings(&plan, &go, &mut |found| reported.push(found)).unwrap();
        assert_eq!(reported, [1, 2, 3, 4, 5, 6]);
        assert_eq!(generate_openings(&plan, &go, &mut |_| ()).unwrap(), lines);
        let text = openings_text(variant, "made so", &lines);
        let set = OpeningSet::parse(variant, "made", &text).unwrap();
        assert_eq!((set.lines(), set.command()), (&lines[..], "made so"));

        let other = OpeningsPlan { seed: 2, ..plan };
        assert_ne!(generate_openings(&other, &go, &mut |_| ()).unwrap(), lines);
    }
}

#[test]
fn generating_more_openings_than_there_are_ends_with_an_error() {
    let mut plan = small(VariantId::Minishogi);
    (plan.plies, plan.count) = (1, 30);
    let error = generate_openings(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
    let OpeningsError::TooFew { found, wanted, .. } = error else {
        panic!("{error}");
    };
    // Minishogi has 14 first moves.
    assert!((1..=14).contains(&found.len()) && wanted == 30);
    let stopped = generate_openings(&plan, &AtomicBool::new(true), &mut |_| ()).unwrap_err();
    assert!(matches!(stopped, OpeningsError::Interrupted { .. }));
    assert_eq!(stopped.found(), []);
}

#[test]
fn errors_in_files_are_located() {
    let header = "{\"openings\":1,\"game\":\"minishogi\",\"count\":1,\"command\":\"\"}";
    for (text, part) in [
        (String::new(), "first line"),
        ("7g7f\n".into(), "first line"),
        (
            header.replace(":1,\"game", ":9,\"game"),
            "format 9 is not 1",
        ),
        (
            header.replace("mini", ""),
            "openings of shogi, not of minishogi",
        ),
        (header.into(), "0 openings, but its first line says 1"),
        (format!("{header}\n{{}}"), "line 2: missing field"),
        (
            format!("{header}\n{{\"moves\":\"5e9z\",\"score\":0}}"),
            "line 2: move 1 \"5e9z\"",
        ),
        (
            format!("{header}\n{{\"moves\":\"5e4d 5e5d\",\"score\":0}}"),
            "move 2 \"5e5d\"",
        ),
        (
            format!("{header}\n{{\"position\":\"x\",\"moves\":\"\",\"score\":0}}"),
            "line 2: ",
        ),
    ] {
        let error = OpeningSet::parse(VariantId::Minishogi, "mine", &text).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(part) && text.contains("mine"), "{text}");
    }
    let own = "{\"position\":\"4k/5/5/5/K2R1 b - 1\",\"moves\":\"2e2d\",\"score\":0}";
    let set =
        OpeningSet::parse(VariantId::Minishogi, "mine", &format!("{header}\n{own}\n")).unwrap();
    assert_eq!(set.lines().len(), 1);
}
