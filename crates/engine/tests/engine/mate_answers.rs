//! Mate solutions, best defences and pieces left in hand agree with brute force.

use crate::for_each_game;
use crate::mate_reference::{best_replies, fewest_left, mating_moves, positions, shortest_mate};
use komadai_engine::{
    AnyMateSolver, MateControl, MateDefence, MateLimits, MateOutcome, MateSolver, check_mate_line,
};
use komadai_rules::{AnyPosition, Move, Position, SetupRules, Variant, VariantId};

/// Number of plies for which brute force is fast.
fn plies_to_try<V: Variant>(position: &Position<V>) -> u32 {
    if position.checking_moves().len() <= 6 {
        5
    } else {
        3
    }
}

fn after<V: Variant>(position: &Position<V>, mv: Move) -> Position<V> {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

fn solutions_are_all_moves_that_mate_in_time<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut several = 0;
    for position in positions::<V>(300) {
        let longest = plies_to_try(&position);
        let shortest = shortest_mate(&position, longest);
        for plies in (shortest.unwrap_or(longest)..=longest).step_by(2) {
            let expected = mating_moves(&position, plies);
            let limits = MateLimits::default();
            let mut control = MateControl::default();
            let found = solver.solutions(&position, plies, &limits, &mut control);
            assert_eq!(found.moves, expected, "{plies} plies: {position:?}");
            assert_eq!(found.undecided, []);
            assert_eq!(found.moves.is_empty(), shortest.is_none());
            several += usize::from(found.moves.len() > 1);
        }
    }
    assert!(
        several >= 4,
        "only {several} positions have several solutions"
    );
}

fn expect_defence<V: Variant>(position: &Position<V>, plies: u32, found: &MateDefence) -> bool {
    if !position.has_legal_move() {
        assert_eq!(found.reply, None);
        let mated = found.outcome == MateOutcome::Mate { plies: 0 };
        assert_eq!(mated, position.in_check(), "{position:?}");
        return false;
    }
    let (length, replies) = best_replies(position, plies);
    let reply = found.reply.expect("there is a move");
    assert!(replies.contains(&reply), "{reply:?} in {position:?}");
    let Some(length) = length else {
        assert_eq!(found.outcome, MateOutcome::NoMate, "{position:?}");
        assert_eq!(found.line, [reply]);
        return false;
    };
    let outcome = MateOutcome::Mate { plies: length };
    assert_eq!(
        (found.outcome, found.exact),
        (outcome, true),
        "{position:?}"
    );
    assert_eq!((found.line[0], found.line.len()), (reply, length as usize));
    let rest = check_mate_line(&after(position, reply), &found.line[1..]);
    assert_eq!(rest, Ok(()), "{position:?}");
    let left = fewest_left(position, false, length);
    assert_eq!(found.left_in_hand, Some(left), "{position:?}");
    true
}

fn the_defence_is_the_best_there_is<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut mates = 0;
    for position in positions::<V>(120) {
        let plies = plies_to_try(&position) - 1;
        let quiet = position.legal_moves().sorted()[0];
        let checks = position.checking_moves().sorted();
        for &mv in checks.iter().take(6).chain([&quiet]) {
            let limits = MateLimits {
                plies: Some(plies),
                ..MateLimits::default()
            };
            let next = after(&position, mv);
            let found = solver.defend(&next, &limits, &mut MateControl::default());
            mates += usize::from(expect_defence(&next, plies, &found));
        }
    }
    assert!(mates >= 4, "only {mates} of the positions are lost");
}

fn the_line_of_an_exact_mate_leaves_the_fewest_pieces<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut left_over = 0;
    for position in positions::<V>(300) {
        let longest = plies_to_try(&position);
        let Some(plies) = shortest_mate(&position, longest) else {
            continue;
        };
        let limits = MateLimits {
            plies: Some(longest),
            exact: true,
            ..MateLimits::default()
        };
        let found = solver.solve(&position, &limits, &mut MateControl::default());
        let left = fewest_left(&position, true, plies);
        assert_eq!(found.left_in_hand, Some(left), "{position:?}");
        let mut end = position;
        found.line.iter().for_each(|&mv| end.play_unchecked(mv));
        assert_eq!(end.hand(position.side_to_move()).total(), left);
        left_over += usize::from(left > 0);
    }
    assert!(left_over >= 2, "only {left_over} mates leave something");
}

for_each_game!(
    solutions_are_all_moves_that_mate_in_time,
    the_defence_is_the_best_there_is,
    the_line_of_an_exact_mate_leaves_the_fewest_pieces
);

fn position(variant: VariantId, text: &str) -> AnyPosition {
    AnyPosition::parse(variant, text, SetupRules::Mate).expect("a position")
}

#[test]
fn moves_left_open_by_limits_are_reported_as_undecided() {
    // Microcosmos: mate in 1,525.
    let text = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let mut position = position(VariantId::Shogi, text);
    let mut solver = AnyMateSolver::new(VariantId::Shogi, 4).expect("memory");
    let limits = MateLimits {
        nodes: Some(3_000),
        ..MateLimits::default()
    };
    let mut control = MateControl::default();
    let found = solver
        .solutions(&position, 1_525, &limits, &mut control)
        .expect("memory");
    assert!(!found.undecided.is_empty() && found.moves.is_empty());
    assert!(found.nodes < 6_000, "{} nodes", found.nodes);
    position.play_unchecked(found.undecided[0]);
    let found = solver
        .defend(&position, &limits, &mut control)
        .expect("memory");
    assert_eq!(found.outcome, MateOutcome::Unknown);
    assert!(position.is_legal(found.reply.expect("a move")));
}

#[test]
fn a_defender_without_moves_is_mated_or_stalemated() {
    let mut solver = AnyMateSolver::new(VariantId::Shogi, 1).expect("memory");
    let mut defend = |text: &str| {
        let at = position(VariantId::Shogi, text);
        let limits = MateLimits::default();
        (solver.defend(&at, &limits, &mut MateControl::default())).expect("memory")
    };
    let mated = defend("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    assert_eq!(mated.outcome, MateOutcome::Mate { plies: 0 });
    assert_eq!((mated.reply, mated.line.len()), (None, 0));
    let stalemated = defend("8k/9/6NG1/9/9/9/9/9/9 w - 1");
    assert_eq!(stalemated.outcome, MateOutcome::NoMate);
    assert_eq!(stalemated.reply, None);
}

/// Regression: equal boards with other pieces in the defender's hand, or with the other side
/// attacking, shared entries.
#[test]
fn table_entries_of_other_piece_sets_are_not_used() {
    let read =
        |text| AnyPosition::parse(VariantId::Shogun, text, SetupRules::Play).expect("a position");
    // A knight dropped on b8 is guarded by the king.
    let with = read("k7/pp6/8/8/8/8/6PP/5R1K[n] w - - 0 1");
    let without = read("k7/pp6/8/8/8/8/6PP/5R1K[] w - - 0 1");
    let mut solver = AnyMateSolver::new(VariantId::Shogun, 1).expect("memory");
    let mut solve = |position: &AnyPosition| {
        let limits = MateLimits {
            exact: true,
            ..MateLimits::default()
        };
        let found = solver.solve(position, &limits, &mut MateControl::default());
        found.expect("the game of the solver").outcome
    };
    for _ in 0..2 {
        assert_eq!(solve(&with), MateOutcome::NoMate);
        assert_eq!(solve(&without), MateOutcome::Mate { plies: 1 });
    }
}
