//! Occurrences are found, and at a linear cost.

use super::*;
use crate::game::Game;
use crate::position::setup::{Setup, SetupRules};
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::rule_set::RuleSet;
use crate::types::square::Square;
use crate::variants::VariantId;
use crate::variants::{shogi::Shogi, shogun::Shogun};

/// King and gold against king and gold: such games go on for ever.
fn two_golds() -> Position<Shogi> {
    let spec = VariantId::Shogi.spec();
    let gold = spec.kind_by_letter('G').unwrap();
    let mut setup = Setup::empty(VariantId::Shogi);
    for (side, kind, file, rank) in [
        (Side::First, spec.king, 4, 0),
        (Side::First, gold, 4, 1),
        (Side::Second, spec.king, 4, 8),
        (Side::Second, gold, 4, 7),
    ] {
        let square = Square::from_coords(VariantId::Shogi, file, rank).unwrap();
        setup.board[square.index()] = Some(Piece { side, kind });
    }
    Position::from_setup(&setup, SetupRules::Play).unwrap()
}

/// Linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Each side moves a knight out and back.
fn knight_moves() -> [Move; 4] {
    let square = |file, rank| Square::from_coords(VariantId::Shogun, file, rank).unwrap();
    [
        Move::normal(square(6, 0), square(5, 2)),
        Move::normal(square(6, 7), square(5, 5)),
        Move::normal(square(5, 2), square(6, 0)),
        Move::normal(square(5, 5), square(6, 7)),
    ]
}

#[test]
fn comparisons_grow_linearly_with_the_length_of_the_game() {
    let plies = 10_000;
    let mut random = Random(1);
    let mut game = Game::new(two_golds(), RuleSet::default_for(VariantId::Shogi));
    let mut played = 1;
    while game.ply() < plies {
        let moves = game.legal_moves();
        let outcome = game.play(moves[random.below(moves.len())]).unwrap();
        played += 1;
        if outcome.is_some() {
            game.undo();
        }
    }
    assert!(played < 2 * u64::from(plies), "{played} moves tried");
    let comparisons = game.repetitions.comparisons.get();
    assert!(comparisons < 4 * played, "{comparisons} of {played} moves");
}

#[test]
fn comparisons_grow_linearly_with_the_number_of_occurrences() {
    let mut position = Position::<Shogun>::start();
    let mut line = RepetitionTracker::new();
    line.push(&position);
    for index in 0..10_000 {
        position.play_unchecked(knight_moves()[index % 4]);
        line.push(&position);
    }
    assert_eq!(line.occurrences(), 2_501);
    let comparisons = line.comparisons.get();
    assert!(comparisons < 20_000, "{comparisons}");
}

#[test]
fn occurrences_are_those_of_equal_positions_after_every_push_and_pop() {
    let mut random = Random(2);
    let mut positions = alloc::vec![two_golds()];
    let mut line = RepetitionTracker::new();
    line.push(&positions[0]);
    let mut most = 0;
    for _ in 0..20_000 {
        let mut next = positions[positions.len() - 1];
        let moves = next.legal_moves();
        if moves.is_empty() || positions.len() > 300 || random.below(3) == 0 {
            if positions.len() > 1 {
                positions.pop();
                line.pop();
            }
        } else {
            // Few different moves, so that positions recur.
            next.play_unchecked(moves[random.below(moves.len().min(2))]);
            line.push_if_same(&next, &|index: usize| positions[index].same_as(&next));
            positions.push(next);
        }
        let last = positions[positions.len() - 1];
        let equal = |earlier: &&Position<Shogi>| earlier.same_as(&last);
        let expected = positions.iter().filter(equal).count() as u32;
        assert_eq!(line.occurrences(), expected);
        most = most.max(expected);
    }
    assert!(most >= 4, "at most {most} occurrences");
}

#[test]
fn positions_before_a_null_move_are_no_earlier_occurrences() {
    let rules = RuleSet::default_for(VariantId::Shogun);
    let mut position = Position::<Shogun>::start();
    let mut line = RepetitionTracker::new();
    line.push(&position);
    for mv in knight_moves().into_iter().chain(knight_moves()) {
        position.play_unchecked(mv);
        line.push(&position);
    }
    assert_ne!(line.verdict(&rules), RepetitionVerdict::Continue);
    for _ in 0..2 {
        position.play_null_move();
        line.push_null_move(&position);
    }
    assert_eq!(line.previous_occurrence(), None);
    assert_eq!(line.verdict(&rules), RepetitionVerdict::Continue);
}

#[test]
fn different_positions_with_equal_keys_are_no_repetition() {
    let start = Position::<Shogi>::start();
    let mut line = RepetitionTracker::new();
    line.push_if_same(&start, &|_| false);
    line.push_if_same(&start, &|_| false);
    assert_eq!(line.occurrences(), 1);
    line.push_if_same(&start, &|index| index == 0);
    assert_eq!(line.occurrences(), 2);
    assert_eq!(line.previous_occurrence(), Some(0));
}
