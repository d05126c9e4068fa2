//! What every position of a search has in common.

use komadai_rules::{PieceKind, Position, Side, Variant};

/// Who attacks, and the pieces there are. An entry of the table knows the board and the attacker's
/// hand: the defender's hand follows from them only as long as these stay the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    attacker: Side,
    /// By kind as in hand.
    pieces: [u8; PieceKind::MAX],
}

impl Problem {
    /// `attacks` says whether the side to move attacks.
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
