//! Proof and disproof hands: the smallest hand with which a mate still holds, and the largest with
//! which there is still none (Seo 1999; docs/mates.md).

use komadai_rules::internal::CheckSquares;
use komadai_rules::{Bitboard, Hand, Move, PieceKind, Position, Variant};

/// The attacker's hand before one of its moves, given the hand after it.
pub(crate) fn before_move<V: Variant>(position: &Position<V>, mv: Move, after: Hand) -> Hand {
    if let Some(kind) = mv.dropped() {
        return after.with(kind, after.count(kind).saturating_add(1));
    }
    match position.captured_hand_kind(mv) {
        Some(kind) => after.with(kind, after.count(kind).saturating_sub(1)),
        None => after,
    }
}

/// Proof hand of a defender's node, from the union of its children's.
///
/// With another distribution the defender might hold a kind that it does not hold now, and
/// interpose it. The proof hand therefore contains all of the attacker's pieces of such kinds.
pub(crate) fn defender_proof<V: Variant>(position: &Position<V>, children: Hand) -> Hand {
    let side = position.side_to_move();
    let interpositions = position.interposition_squares();
    if interpositions.is_empty() {
        return children;
    }
    let mut proof = children;
    let (own, attacker) = (position.hand(side), position.hand(!side));
    for kind in hand_kinds::<V>() {
        if own.count(kind) == 0
            && attacker.count(kind) > proof.count(kind)
            && !(position.drop_squares(kind) & interpositions).is_empty()
        {
            proof = proof.with(kind, attacker.count(kind));
        }
    }
    proof
}

/// Disproof hand of an attacker's node, from the intersection of its children's.
///
/// A kind that the attacker does not hold is left out if its drop could give check.
pub(crate) fn attacker_disproof<V: Variant>(position: &Position<V>, children: Hand) -> Hand {
    let mut disproof = children;
    let held = position.hand(position.side_to_move());
    let mut checks = CheckSquares::empty();
    checks.init(position);
    for kind in hand_kinds::<V>() {
        if held.count(kind) == 0
            && disproof.count(kind) > 0
            && !(position.drop_squares(kind) & checks.of(kind)).is_empty()
        {
            disproof = disproof.with(kind, 0);
        }
    }
    disproof
}

/// Disproof hand of a defender's node with a refutation, from that of the child.
///
/// To drop a piece the defender must hold one, so the attacker cannot hold them all.
pub(crate) fn defender_disproof<V: Variant>(position: &Position<V>, mv: Move, child: Hand) -> Hand {
    let Some(kind) = mv.dropped() else {
        return child;
    };
    let side = position.side_to_move();
    let all = position.hand(side).count(kind) + position.hand(!side).count(kind);
    child.with(kind, child.count(kind).min(all - 1))
}

fn hand_kinds<V: Variant>() -> impl Iterator<Item = PieceKind> {
    (0..V::SPEC.hand_kinds).map(PieceKind::new)
}
