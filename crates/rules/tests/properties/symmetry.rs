//! Symmetries: left and right (the quails of Tori Shogi change places, castling rights are
//! dropped), first and second side.

use komadai_rules::Move;

use super::sample;
use crate::reference::{Law, RefMove, RefPosition};
use crate::support::{bridge, seeds};

fn sorted(p: &RefPosition) -> Vec<Move> {
    let mut moves = bridge::position(p).legal_moves().to_vec();
    moves.sort_unstable();
    moves
}

/// The moves of `image` must be the images of the moves of `p`.
fn compare(p: &RefPosition, image: &RefPosition, map: impl Fn(RefMove) -> RefMove) {
    let law = p.law;
    let mut expected: Vec<Move> = p
        .candidates()
        .into_iter()
        .filter(|&mv| bridge::position(p).is_legal(bridge::move_of(law, mv)))
        .map(|mv| bridge::move_of(law, map(mv)))
        .collect();
    expected.sort_unstable();
    assert_eq!(sorted(p).len(), expected.len(), "{law:?} {}", p.text());
    assert_eq!(
        sorted(image),
        expected,
        "{law:?} {} and {}",
        p.text(),
        image.text()
    );
    let [real, other] = [p, image].map(bridge::position);
    assert_eq!(real.in_check(), other.in_check(), "{law:?} {}", p.text());
    assert_eq!(
        real.checkers().len(),
        other.checkers().len(),
        "{law:?} {}",
        p.text()
    );
}

#[test]
fn mirrored_positions_have_mirrored_moves() {
    for law in Law::ALL {
        for mut p in sample(law, 600, 4, 5) {
            p.castling = [[false; 2]; 2];
            compare(&p, &seeds::mirrored(&p), |mv| seeds::mirrored_move(law, mv));
        }
    }
}

#[test]
fn positions_with_sides_exchanged_have_the_same_moves() {
    for law in Law::ALL {
        for p in sample(law, 600, 4, 6) {
            compare(&p, &seeds::turned(&p), |mv| seeds::turned_move(law, mv));
        }
    }
}
