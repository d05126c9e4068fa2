//! Invariants of all positions of a search.

use komadai_rules::{PieceKind, Position, Side, Variant};

/// Attacking side and total of pieces. An entry of the table stores the board and the attacker's
/// hand; they determine the defender's hand only while these stay the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    attacker: Side,
    /// `[hand kind]`
    pieces: [u8; PieceKind::MAX],
}

impl Problem {
    /// `attacks`: the side to move attacks.
    pub(crate) fn of<V: Variant>(position: &Position<V>, attacks: bool) -> Problem {
        let setup = position.to_setup();
        let [first, second] = setup.hands;
        let mut pieces = std::array::from_fn(|kind| first[kind].saturating_add(second[kind]));
        for piece in setup.board.into_iter().flatten() {
            if let Some(kind) = V::SPEC.kind(piece.kind).hand_kind {
                pieces[kind.index()] += 1;
            }
        }
        let side = position.side_to_move();
        Problem {
            attacker: if attacks { side } else { !side },
            pieces,
        }
    }
}
