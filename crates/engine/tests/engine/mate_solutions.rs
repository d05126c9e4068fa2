//! Mate solutions with repetitions, independent of earlier searches.

use komadai_engine::{AnyMateSolver, MateControl, MateLimits, MateOutcome};
use komadai_rules::{AnyPosition, SetupRules, VariantId};

/// Solves the exact mate, then all first moves of its length with the same tables.
fn solutions_after_solving(variant: VariantId, text: &str, plies: u32, megabytes: usize) -> String {
    let position = AnyPosition::parse(variant, text, SetupRules::Mate).expect("a position");
    let mut solver = AnyMateSolver::new(variant, megabytes).expect("memory");
    let limits = MateLimits {
        exact: true,
        ..MateLimits::default()
    };
    let mut control = MateControl::default();
    let found = solver.solve(&position, &limits, &mut control);
    let outcome = found.expect("memory").outcome;
    assert_eq!(outcome, MateOutcome::Mate { plies }, "{text}");
    let found = solver.solutions(&position, plies, &limits, &mut control);
    let found = found.expect("memory");
    assert!(found.undecided.is_empty(), "{text}");
    let moves = found
        .moves
        .iter()
        .map(|&mv| mv.display(variant).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

/// Regression: a cycle from one position was taken for a cycle from another that reached the same
/// ply by the same moves, and a first move was missed.
#[test]
fn a_cycle_from_one_position_is_not_one_from_another() {
    for (variant, text, moves) in [
        (
            VariantId::Minishogi,
            "1k3/1s2r/B1G1B/P4/3R1 b Sgp 1",
            "2e2a 2e2a+",
        ),
        (
            VariantId::Torishogi,
            "3F1s1/5k1/5+S1/4C1S/7/7/7 b CP2Sf2l2r2c3p11s 1",
            "P*3a P*2d",
        ),
        (
            VariantId::Shogun,
            "4k3/8/8/8/4n3/3+r1NBP/3P2P1/R4K1R[Fp] b - - 0 1",
            "e4g3 e4g3+",
        ),
    ] {
        for megabytes in [1, 4, 5, 12, 16] {
            let found = solutions_after_solving(variant, text, 7, megabytes);
            assert_eq!(found, moves, "{megabytes} MB: {text}");
        }
    }
}
