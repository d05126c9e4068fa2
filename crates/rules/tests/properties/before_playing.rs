//! Queries about a move before it is made, against the position after it.

use komadai_rules::{
    AnyPosition, Bitboard, Hand, MoveList, PieceKind, Position, SetupRules, Variant, match_any,
};

use super::sample;
use crate::reference::Law;
use crate::support::bridge;

#[test]
fn key_hand_and_capture_of_a_move_match_the_position_after_it() {
    for law in Law::ALL {
        for p in sample(law, 500, 4, 6) {
            match_any!(AnyPosition, bridge::position(&p), position => moves_of(&position));
        }
    }
}

fn moves_of<V: Variant>(position: &Position<V>) {
    let side = position.side_to_move();
    let before = position.hand(side);
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv);
        let after = next.hand(side);
        assert_eq!(
            position.board_key_after(mv),
            next.board_key(),
            "{mv:?} in {position:?}"
        );
        assert_eq!(position.hand_after(mv), after, "{mv:?} in {position:?}");
        let gained: Vec<PieceKind> = (after.iter())
            .filter(|&(kind, count)| count > before.count(kind))
            .map(|(kind, _)| kind)
            .collect();
        let captured: Vec<PieceKind> = position.captured_hand_kind(mv).into_iter().collect();
        assert_eq!(gained, captured, "{mv:?} in {position:?}");
    }
    let mut checks = MoveList::new();
    position.list_checking_moves(&mut checks);
    assert_eq!(checks, position.checking_moves());
}

/// Drops of kinds not in hand are those of the position with the kind added.
#[test]
fn drop_squares_are_those_of_the_position_with_the_piece_in_hand() {
    for law in Law::ALL {
        for p in sample(law, 300, 6, 7) {
            match_any!(AnyPosition, bridge::position(&p), position => drops_of(&position));
        }
    }
}

fn drops_of<V: Variant>(position: &Position<V>) {
    let side = position.side_to_move();
    for kind in (0..V::SPEC.hand_kinds).map(PieceKind::new) {
        let mut setup = position.to_setup();
        setup.hands[side.index()][kind.index()] += 1;
        // A set with one piece too many is no position.
        let Ok(richer) = Position::<V>::from_setup(&setup, SetupRules::Play) else {
            continue;
        };
        let mut drops = V::Bitboard::EMPTY;
        for mv in richer
            .legal_moves()
            .iter()
            .filter(|mv| mv.dropped() == Some(kind))
        {
            drops |= V::Bitboard::from_square(mv.to());
        }
        assert_eq!(
            position.drop_squares(kind),
            drops,
            "{kind:?} in {position:?}"
        );
        if position.in_check() {
            assert_eq!(
                drops & !position.interposition_squares(),
                V::Bitboard::EMPTY,
                "{kind:?} in {position:?}"
            );
        }
    }
}

#[test]
fn union_and_intersection_of_hands_work_kind_by_kind() {
    let kinds = [PieceKind::PAWN, PieceKind::new(1), PieceKind::new(7)];
    for counts in 0..64_u8 {
        let hand = |shift: u8| {
            kinds
                .iter()
                .enumerate()
                .fold(Hand::EMPTY, |hand, (index, &kind)| {
                    hand.with(kind, counts >> (shift + index as u8) & 1)
                })
        };
        let (one, other) = (hand(0), hand(3));
        let (union, intersection) = (one.union(other), one.intersection(other));
        for kind in kinds {
            let (a, b) = (one.count(kind), other.count(kind));
            assert_eq!(
                (union.count(kind), intersection.count(kind)),
                (a.max(b), a.min(b))
            );
        }
        assert!(union.dominates(one) && other.dominates(intersection));
        assert_eq!(Hand::from_bits(one.bits()), one);
    }
}
