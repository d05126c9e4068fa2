//! Properties of every position.

mod before_playing;
mod hostile;
mod keys;
mod raw_moves;
mod symmetry;
mod text;

use core::ops::ControlFlow;

use komadai_rules::{AnyPosition, Bitboard as _, Position, Variant, match_any};

use crate::reference::{Law, RefPosition};
use crate::support::bridge;
use crate::support::playouts;

/// Positions from playouts, one of every `step`.
fn sample(law: Law, count: usize, step: usize, seed: u64) -> Vec<RefPosition> {
    let mut sample = Vec::new();
    let count = playouts::scaled(count);
    playouts::run(law, count * step, seed, |game| {
        sample.extend(game.iter().step_by(step).map(|ply| ply.position.clone()));
    });
    sample
}

#[test]
fn move_sets_hold_exactly_the_legal_moves() {
    for law in Law::ALL {
        for p in sample(law, 500, 4, 5) {
            match_any!(AnyPosition, bridge::position(&p), position => move_sets(&position));
        }
    }
}

fn move_sets<V: Variant>(position: &Position<V>) {
    let mut moves = Vec::new();
    let end = position.for_each_move_set(|set| {
        assert_eq!(set.moves().count(), set.len());
        assert!(set.moves().all(|mv| set.targets().contains(mv.to())));
        moves.extend(set.moves());
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    let mut legal: Vec<_> = position.legal_moves().into_iter().collect();
    legal.sort_unstable();
    moves.sort_unstable();
    assert_eq!(moves, legal);
    let mut visits = 0;
    let _ = position.for_each_move_set(|_| {
        visits += 1;
        ControlFlow::Break(())
    });
    assert_eq!(visits, usize::from(!legal.is_empty()));
}

#[test]
fn null_moves_and_attackers_agree_with_the_reference() {
    for law in Law::ALL {
        for p in sample(law, 500, 4, 2) {
            match_any!(AnyPosition, bridge::position(&p), position => null_move_and_attackers(&p, &position));
        }
    }
}

fn null_move_and_attackers<V: Variant>(p: &RefPosition, position: &Position<V>) {
    use komadai_rules::internal::CheckSquares;
    use komadai_rules::{Bitboard, PieceKind, SetupRules, Square};
    let law = p.law;
    for at in p.squares() {
        for side in 0..2 {
            let attackers = position.attackers_to(
                bridge::square(law, at),
                bridge::side(side),
                position.occupied(),
            );
            let mut found: Vec<_> = attackers
                .squares()
                .map(|square| bridge::at(law, square))
                .collect();
            found.sort_unstable();
            assert_eq!(
                found,
                p.attackers(at, side),
                "{} by {side} in {}",
                p.square(at),
                p.text()
            );
        }
    }
    let mut checks = CheckSquares::empty();
    checks.init(position);
    let enemy = position.king(!position.side_to_move()).expect("a king");
    for (index, kind) in V::SPEC.kinds.iter().enumerate() {
        let index = PieceKind::new(index as u8);
        for square in (0..V::ID.squares() as u8).map(Square::new) {
            let (side, occupied) = (position.side_to_move(), position.occupied());
            let attacks = Position::<V>::attacks(index, side, square, occupied);
            let gives = index != V::SPEC.king && attacks.contains(enemy);
            let said = checks.of(index).contains(square);
            assert_eq!(said, gives, "{} on {square:?} in {}", kind.letter, p.text());
        }
    }
    if p.in_check() {
        return;
    }
    let mut passed = *position;
    passed.play_null_move();
    let mut setup = position.to_setup();
    setup.side = !setup.side;
    setup.en_passant = None;
    let fresh = Position::<V>::from_setup(&setup, SetupRules::Play).expect("lawful");
    assert_eq!(
        passed.key(),
        fresh.key(),
        "key after a pass in {}",
        p.text()
    );
    assert_eq!(
        passed.legal_moves(),
        fresh.legal_moves(),
        "moves after a pass in {}",
        p.text()
    );
    assert!(passed.same_as(&fresh), "a pass in {}", p.text());
}
