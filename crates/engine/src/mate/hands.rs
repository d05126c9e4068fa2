//! Proof and disproof hands: with how little in hand a mate remains one, and with how much there is
//! still none (Seo 1999; docs/mates.md).

use komadai_rules::{Bitboard, CheckSquares, Hand, Move, PieceKind, Position, Variant};

/// The attacker's hand before a move of the attacker after which it is `after`.
pub(crate) fn before_move<V: Variant>(position: &Position<V>, m: Move, after: Hand) -> Hand {
    if let Some(kind) = m.dropped() {
        return after.with(kind, after.count(kind).saturating_add(1));
    }
    match position.captured_hand_kind(m) {
        Some(kind) => after.with(kind, after.count(kind).saturating_sub(1)),
        None => after,
    }
}

/// The proof hand of a node of the defender, from the union of those of its children.
///
/// What the defender does not hold now it might with another distribution, and interpose. Such kinds
/// the attacker must hold all.
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

/// The disproof hand of a node of the attacker, from the intersection of those of its children.
///
/// With a kind that the attacker does not hold it could drop, and give check.
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

/// The disproof hand of a node of the defender that has a refutation, from that of the child.
///
/// To drop a piece the defender must hold one: the attacker cannot have them all.
pub(crate) fn defender_disproof<V: Variant>(position: &Position<V>, m: Move, child: Hand) -> Hand {
    let Some(kind) = m.dropped() else {
        return child;
    };
    let side = position.side_to_move();
    let all = position.hand(side).count(kind) + position.hand(!side).count(kind);
    child.with(kind, child.count(kind).min(all - 1))
}

fn hand_kinds<V: Variant>() -> impl Iterator<Item = PieceKind> {
    (0..V::SPEC.hand_kinds).map(PieceKind::new)
}
