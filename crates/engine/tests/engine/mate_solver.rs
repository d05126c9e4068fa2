//! The mate solver agrees with brute force and with problems of known length.

use crate::for_each_game;
use crate::mate_reference::{positions, shortest_mate};
use komadai_engine::{
    AnyMateSolver, BrokenLine, MateControl, MateLimits, MateOutcome, MateResult, MateSolver,
    check_mate_line,
};
use komadai_rules::{AnyPosition, Move, Position, SetupRules, Variant, VariantId};

fn solve<V: Variant>(
    solver: &mut MateSolver<V>,
    at: &Position<V>,
    limits: MateLimits,
) -> MateResult {
    solver.solve(at, &limits, &mut MateControl::default())
}

fn agrees_with_trying_everything<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut mates = 0;
    for position in positions::<V>(300) {
        // Brute force is slow with many checks.
        let plies = if position.checking_moves().len() <= 6 {
            5
        } else {
            3
        };
        let expected = shortest_mate(&position, plies);
        let limits = MateLimits {
            plies: Some(plies),
            exact: true,
            ..MateLimits::default()
        };
        let found = solve(&mut solver, &position, limits);
        match expected {
            None => assert_eq!(found.outcome, MateOutcome::NoMate, "{position:?}"),
            Some(plies) => {
                assert_eq!(found.outcome, MateOutcome::Mate { plies }, "{position:?}");
                assert!(found.exact);
                assert_eq!(found.line.len(), plies as usize);
                assert_eq!(check_mate_line(&position, &found.line), Ok(()));
                mates += 1;
            }
        }
    }
    assert!(mates >= 8, "only {mates} of the positions are mates");
}

fn no_limit_finds_whatever_a_limit_finds<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    for position in positions::<V>(60) {
        let found = solve(
            &mut solver,
            &position,
            MateLimits {
                nodes: Some(20_000),
                ..MateLimits::default()
            },
        );
        if shortest_mate(&position, 3).is_some() {
            assert!(
                matches!(found.outcome, MateOutcome::Mate { .. }),
                "{position:?}"
            );
        }
        if let MateOutcome::Mate { .. } = found.outcome {
            assert_eq!(check_mate_line(&position, &found.line), Ok(()));
        }
    }
}
for_each_game!(
    agrees_with_trying_everything,
    no_limit_finds_whatever_a_limit_finds
);

fn solve_text(variant: VariantId, text: &str, limits: MateLimits) -> MateResult {
    let position = AnyPosition::parse(variant, text, SetupRules::Mate).expect("a position");
    let mut solver = AnyMateSolver::new(variant, 4).expect("memory");
    (solver.solve(&position, &limits, &mut MateControl::default())).expect("memory")
}

#[test]
fn the_attacker_needs_no_king() {
    let exact = MateLimits {
        exact: true,
        ..MateLimits::default()
    };
    let text = "7nl/5G1k1/6Rpp/7N1/9/9/9/9/9 b Prb3g4s2n3l15p 1";
    let found = solve_text(VariantId::Shogi, text, exact);
    assert!(
        matches!(found.outcome, MateOutcome::Mate { .. }),
        "{found:?}"
    );
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    // A gold or a pawn on 5b would both mate; mate by a pawn drop is illegal.
    let gold = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let pawn = "4k4/9/3GSG3/9/9/9/9/9/9 b P2r2b2g3s4n4l17p 1";
    let found = solve_text(VariantId::Shogi, gold, MateLimits::default());
    assert_eq!(found.outcome, MateOutcome::Mate { plies: 1 });
    let limits = MateLimits {
        plies: Some(1),
        ..MateLimits::default()
    };
    let found = solve_text(VariantId::Shogi, pawn, limits);
    assert_ne!(
        found.line.first(),
        Move::parse(VariantId::Shogi, "P*5b").ok().as_ref()
    );
}

#[test]
fn a_node_limit_leaves_a_problem_undecided() {
    // Microcosmos: mate in 1,525.
    let text = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let limits = MateLimits {
        nodes: Some(5_000),
        ..MateLimits::default()
    };
    let found = solve_text(VariantId::Shogi, text, limits);
    assert_eq!(found.outcome, MateOutcome::Unknown);
    assert!(found.nodes >= 5_000 && found.nodes < 10_000);
}

#[test]
fn a_small_table_collects_garbage_and_still_solves() {
    let text = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1";
    let found = solve_text(VariantId::Shogi, text, MateLimits::default());
    assert!(
        matches!(found.outcome, MateOutcome::Mate { .. }),
        "{found:?}"
    );
}

#[test]
fn invalid_lines_are_refused_with_the_reason() {
    let variant = VariantId::Shogi;
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let setup = AnyPosition::parse(variant, text, SetupRules::Mate)
        .expect("a position")
        .to_setup();
    let position =
        Position::<komadai_rules::Shogi>::from_setup(&setup, SetupRules::Mate).expect("legal");
    let line = |moves: &[&str]| -> Vec<Move> {
        moves
            .iter()
            .map(|text| Move::parse(variant, text).expect("a move"))
            .collect()
    };
    let check = |moves: &[&str]| check_mate_line(&position, &line(moves));
    assert_eq!(check(&["G*5b"]), Ok(()));
    assert_eq!(check(&[]), Err(BrokenLine::NoMate { plies: 0 }));
    assert_eq!(check(&["G*4b"]), Err(BrokenLine::NoMate { plies: 1 }));
    assert_eq!(check(&["G*1i"]), Err(BrokenLine::NoCheck { ply: 0 }));
    assert_eq!(check(&["S*5b"]), Err(BrokenLine::Illegal { ply: 0 }));
    assert_eq!(
        check(&["G*4b", "5a5b"]),
        Err(BrokenLine::Illegal { ply: 1 })
    );
    assert_eq!(
        check(&["G*4b", "5a6a"]),
        Err(BrokenLine::NoMate { plies: 2 })
    );
}
