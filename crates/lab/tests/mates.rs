//! Mate problems: built-in ones and generation.

use komadai_lab::{MateSet, MatesError, MatesPlan, generate_mates, mates_within, mating_moves};
use komadai_rules::VariantId;
use std::sync::atomic::AtomicBool;

const NODES: u64 = 100_000;

#[test]
fn every_built_in_problem_is_a_mate_of_its_length() {
    for variant in VariantId::ALL {
        for set in MateSet::built_in(variant).expect("sets that can be read") {
            assert_eq!((set.variant, set.problems.len()), (variant, 100));
            for problem in &set.problems {
                assert!(
                    !mates_within(&problem.position, set.plies - 2),
                    "{problem:?}"
                );
                assert_eq!(mating_moves(&problem.position, set.plies), problem.moves);
            }
        }
    }
}

/// Solves every fourth problem; `komadai-lab mates GAME --solve` solves all.
fn finds_its_mates(variant: VariantId) {
    for mut set in MateSet::built_in(variant).expect("sets that can be read") {
        let mut number = 0;
        set.problems.retain(|_| {
            number += 1;
            number % 4 == 0
        });
        let found = set.solve(NODES).expect("memory for an engine");
        let missed = found.iter().filter(|plies| plies.is_none()).count();
        let allowed = if set.plies == 3 { 0 } else { 1 };
        assert!(missed <= allowed, "{variant} in {}: {found:?}", set.plies);
    }
}

#[test]
fn shogi_mates_are_found() {
    finds_its_mates(VariantId::Shogi);
}

#[test]
fn minishogi_mates_are_found() {
    finds_its_mates(VariantId::Minishogi);
}

#[test]
fn torishogi_mates_are_found() {
    finds_its_mates(VariantId::Torishogi);
}

#[test]
fn shogun_mates_are_found() {
    finds_its_mates(VariantId::Shogun);
}

fn make(plies: u32) -> Result<MateSet, MatesError> {
    let plan = MatesPlan {
        variant: VariantId::Minishogi,
        plies,
        count: 4,
        seed: 5,
    };
    generate_mates(&plan, "the command", &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn generating_is_deterministic_and_sets_are_parsed_as_they_are_written() {
    let set = make(3).expect("four problems");
    assert_eq!(set, make(3).expect("four problems"));
    assert_eq!(set.problems.len(), 4);
    for problem in &set.problems {
        assert!(mates_within(&problem.position, 3) && !mates_within(&problem.position, 1));
    }
    assert_eq!(MateSet::parse(&set.text()).expect("a set"), set);
}

/// Brute force and the solver share no code.
#[test]
fn long_mates_of_the_solver_hold_by_brute_force() {
    let set = make(7).expect("four problems");
    for problem in &set.problems {
        assert!(!mates_within(&problem.position, 5));
        assert_eq!(mating_moves(&problem.position, 7), problem.moves);
    }
}

#[test]
fn a_mate_takes_an_odd_number_of_plies() {
    assert!(matches!(make(4), Err(MatesError::Plies(4))));
}

#[test]
fn errors_in_sets_are_located() {
    let text = make(3).expect("four problems").text();
    let refused = |text: &str| MateSet::parse(text).expect_err("wrong").to_string();
    assert!(refused("{}").contains("the first line must be like"));
    let short: Vec<&str> = text.lines().take(4).collect();
    let short = short.join("\n");
    assert_eq!(
        refused(&short),
        "there are 3 problems, but the first line says 4"
    );
    let broken = text.replacen("\"moves\":\"", "\"moves\":\"9z9z ", 1);
    assert!(
        refused(&broken).starts_with("line 2: \"9z9z\""),
        "{}",
        refused(&broken)
    );
    let last = text.lines().last().expect("a line");
    let (position, _) = last.split_once(",\"moves\"").expect("two fields");
    let empty = format!("{short}\n{position},\"moves\":\"\"}}\n");
    let even = text.replacen("\"plies\":3", "\"plies\":4", 1);
    assert_eq!(
        refused(&even),
        "a mate takes an odd number of plies, at most 15, not 4"
    );
    assert!(
        refused(&empty) == "line 5: it has no moves",
        "{}",
        refused(&empty)
    );
}
