//! Side solutions and useless interpositions agree with brute force.

use crate::for_each_game;
use crate::mate_reference::{mated_within, positions, shortest_mate};
use komadai_engine::{
    AnyMateSolver, MateControl, MateLimits, MateResult, MateSolver, SideSolutions,
    UselessInterpositions,
};
use komadai_rules::{AnyPosition, Bitboard, Move, Position, SetupRules, Variant, VariantId};

fn exact(plies: Option<u32>) -> MateLimits {
    MateLimits {
        plies,
        exact: true,
        ..MateLimits::default()
    }
}

fn after<V: Variant>(position: &Position<V>, mv: Move) -> Position<V> {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// The definition in docs/mates.md, word for word.
fn mates_uncounted<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    plies >= 1
        && (position.checking_moves().iter())
            .any(|&mv| mated_uncounted(&after(position, mv), plies - 1))
}

fn mated_uncounted<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    replies.iter().all(|&mv| {
        is_useless(position, mv, plies)
            || plies >= 2 && mates_uncounted(&after(position, mv), plies - 1)
    })
}

fn is_useless<V: Variant>(position: &Position<V>, mv: Move, plies: u32) -> bool {
    let checkers: Vec<_> = position.checkers().squares().collect();
    let king = position.king(position.side_to_move());
    let [checker] = checkers[..] else {
        return false;
    };
    // An interposition ends the check without capturing the checker.
    let interposed = after(position, mv);
    if mv.from() == king || mv.to() == checker || interposed.is_empty_at(checker) {
        return false;
    }
    interposed.checking_moves().iter().any(|&capture| {
        capture.from() == Some(checker)
            && capture.to() == mv.to()
            && given_back(&interposed, capture).is_some_and(|next| mated_uncounted(&next, plies))
    })
}

trait EmptyAt {
    fn is_empty_at(&self, square: komadai_rules::Square) -> bool;
}

impl<V: Variant> EmptyAt for Position<V> {
    fn is_empty_at(&self, square: komadai_rules::Square) -> bool {
        self.piece_at(square).is_none()
    }
}

fn given_back<V: Variant>(position: &Position<V>, capture: Move) -> Option<Position<V>> {
    let kind = position.captured_hand_kind(capture)?;
    let mut setup = after(position, capture).to_setup();
    setup.hands[position.side_to_move().index()][kind.index()] -= 1;
    setup.hands[(!position.side_to_move()).index()][kind.index()] += 1;
    Position::from_setup(&setup, SetupRules::Mate).ok()
}

fn useless_interpositions_are_those_of_the_definition<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut mates = 0;
    for position in positions::<V>(500) {
        let longest = if position.checking_moves().len() <= 6 {
            5
        } else {
            3
        };
        let found = solver.solve(
            &position,
            &exact(Some(longest)),
            &mut MateControl::default(),
        );
        if !found.exact {
            continue;
        }
        let length = found.line.len() as u32;
        let expected = (1..=length)
            .step_by(2)
            .find(|&plies| mates_uncounted(&position, plies));
        let limits = MateLimits::default();
        let counted = solver
            .useless_interpositions(&position, &found.line, &limits, &mut MateControl::default())
            .expect("no limits");
        assert_eq!(Some(counted.plies), expected, "{position:?}");
        mates += 1;
    }
    assert!(mates >= 15, "only {mates} mates");
}

fn side_solutions_are_all_other_moves_that_mate<V: Variant>() {
    let mut solver = MateSolver::<V>::new(1).expect("memory");
    let mut several = 0;
    for position in positions::<V>(300) {
        let longest = if position.checking_moves().len() <= 6 {
            5
        } else {
            3
        };
        let limits = exact(Some(longest));
        let found = solver.solve(&position, &limits, &mut MateControl::default());
        let side = if found.exact {
            let mut listed = |max| {
                let control = &mut MateControl::default();
                solver.side_solutions(&position, &found.line, max, &limits, control)
            };
            let first = listed(1);
            let all = listed(usize::MAX);
            assert!(!all.is_full && first.found == all.found[..all.found.len().min(1)]);
            assert!(first.is_full || all.found.len() <= 1, "{position:?}");
            all
        } else {
            continue;
        };
        assert_eq!(side.undecided, []);
        let mut at = position;
        for (ply, &played) in found.line.iter().enumerate() {
            for &mv in at
                .checking_moves()
                .iter()
                .filter(|&&mv| ply % 2 == 0 && mv != played)
            {
                let left = (found.line.len() - ply) as u32;
                let most = longest - ply as u32;
                let it = (side.found.iter()).find(|one| (one.ply, one.mv) == (ply, mv));
                let next = after(&at, mv);
                assert_eq!(it.is_some(), mated_within(&next, most - 1), "{position:?}");
                let same = it.is_some_and(|it| it.same_length);
                assert_eq!(same, mated_within(&next, left - 1), "{position:?}");
                assert!(!same || it.is_some_and(|it| it.plies == left));
                several += usize::from(it.is_some());
            }
            at.play_unchecked(played);
        }
        assert!(shortest_mate(&position, longest).is_some());
    }
    assert!(several >= 5, "only {several} other solutions");
}

for_each_game!(
    useless_interpositions_are_those_of_the_definition,
    side_solutions_are_all_other_moves_that_mate
);

/// Exact mate of a Shogi position, its length without useless interpositions, and its side
/// solutions.
fn solve(text: &str) -> (MateResult, UselessInterpositions, SideSolutions) {
    let variant = VariantId::Shogi;
    let position: AnyPosition =
        AnyPosition::parse(variant, text, SetupRules::Mate).expect("a position");
    let mut solver = AnyMateSolver::new(variant, 4).expect("memory");
    let mut control = MateControl::default();
    let found = solver
        .solve(&position, &exact(None), &mut control)
        .expect("memory");
    assert!(found.exact, "{found:?}");
    let limits = MateLimits::default();
    let useless = solver.useless_interpositions(&position, &found.line, &limits, &mut control);
    let within_nine = exact(Some(9));
    let side = solver.side_solutions(
        &position,
        &found.line,
        usize::MAX,
        &within_nine,
        &mut control,
    );
    let useless = useless.expect("memory").expect("no limits");
    (found, useless, side.expect("memory"))
}

#[test]
fn drops_before_a_distant_lance_are_useless() {
    // The silver steps aside; the gold guards 1b and 2b, and the king has no flight square.
    let one = solve("7pk/9/7G1/8S/8L/9/9/9/9 b p 1");
    assert_eq!((one.0.line.len(), one.1.plies), (3, 1), "{:?}", one.0);
    assert_eq!(one.1.in_line, [1]);
    // Here the lance gives check itself, and two pawns are interposed one after the other.
    let two = solve("7pk/9/6G2/8S/8L/9/9/9/9 b 2p 1");
    assert_eq!((two.0.line.len(), two.1.plies), (5, 1), "{:?}", two.0);
    assert_eq!(two.1.in_line, [1, 3]);
}

#[test]
fn the_mate_without_useless_interpositions_may_begin_with_another_move() {
    // By the ordinary count the silver's step takes five plies as well, and the line shows another
    // mate.
    let (found, useless, _) = solve("7pk/9/7G1/8S/8L/9/9/9/9 b 2p 1");
    assert_eq!((found.line.len(), found.left_in_hand), (5, Some(0)));
    assert_eq!(useless.plies, 1);
    assert!(useless.in_line.is_empty());
}

#[test]
fn side_solutions_are_listed_with_their_lengths() {
    // The gold on 5b mates at once, the rook there in three.
    let (found, _, side) = solve("4k4/9/4P4/9/9/9/9/9/9 b GR 1");
    let variant = VariantId::Shogi;
    assert_eq!(found.line[0].display(variant).to_string(), "G*5b");
    assert_eq!(found.left_in_hand, Some(1));
    let rook = (side.found.iter()).find(|it| it.mv.display(variant).to_string() == "R*5b");
    let rook = rook.expect("it mates too");
    assert_eq!((rook.ply, rook.plies, rook.same_length), (0, 3, false));
}
