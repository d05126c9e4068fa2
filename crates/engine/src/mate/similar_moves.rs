//! Chains of similar moves, searched one after another: searched side by side, their nearly equal
//! numbers would be counted twice.

use komadai_rules::{Bitboard, Move, PieceKind, Position, Side, Square, Variant};

use crate::mate::node::Child;

/// Further groups are not chained.
const MAX_GROUPS: usize = 10;

/// Links similar children into chains by [`Child::predecessor`] and [`Child::successor`]:
///
/// * drops of different kinds on one square, and drops on squares that the defender does not
///   protect, which mostly lose the piece;
/// * a promotion and the same move without, where the promoted piece attacks everything that the
///   other does.
pub(crate) fn link<V: Variant>(position: &Position<V>, attacks: bool, children: &mut [Child]) {
    let mut groups = [(Move::NONE, false, 0); MAX_GROUPS];
    let mut len = 0;
    for index in 0..children.len() {
        let mv = children[index].mv;
        let Some(idle) = group_of(position, attacks, mv) else {
            continue;
        };
        let found = groups[..len]
            .iter_mut()
            .find(|(other, other_idle, _)| is_similar(mv, idle, *other, *other_idle));
        if let Some(group) = found {
            children[group.2].successor = index as u16 + 1;
            children[index].predecessor = group.2 as u16 + 1;
            *group = (mv, idle, index);
        } else if len < MAX_GROUPS {
            groups[len] = (mv, idle, index);
            len += 1;
        }
    }
}

/// `None` for a move without similar ones; otherwise `true` for an unprotected drop without check.
fn group_of<V: Variant>(position: &Position<V>, attacks: bool, mv: Move) -> Option<bool> {
    let side = position.side_to_move();
    if let Some(from) = mv.from() {
        let kind = position.piece_at(from)?.kind;
        return is_better_promoted::<V>(kind, side, from, mv.to()).then_some(false);
    }
    if attacks {
        return None;
    }
    let protectors = position.attackers_to(mv.to(), side, position.occupied());
    Some(protectors.is_empty() && !position.gives_check(mv))
}

fn is_similar(one: Move, one_idle: bool, other: Move, other_idle: bool) -> bool {
    match (one.from(), other.from()) {
        (None, None) => one.to() == other.to() || one_idle && other_idle,
        (Some(a), Some(b)) => a == b && one.to() == other.to(),
        _ => false,
    }
}

/// `true` if the move may promote and the promoted piece attacks everything that the unpromoted one
/// does.
pub(crate) fn is_better_promoted<V: Variant>(
    kind: PieceKind,
    side: Side,
    from: Square,
    to: Square,
) -> bool {
    Position::<V>::may_promote(kind, side, from, to) && {
        let attacks = |kind| Position::<V>::attacks(kind, side, to, V::Bitboard::EMPTY);
        (attacks(kind) & !attacks(Position::<V>::promoted(kind))).is_empty()
    }
}
