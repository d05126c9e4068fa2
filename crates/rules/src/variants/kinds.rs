//! Rows of the tables of kinds and handicaps, as the games write them.

use super::steps::KING;
use crate::spec::game_spec::{Handicap, PieceKindSpec, Step};
use crate::types::piece_kind::PieceKind;

/// An unpromoted kind with this index; `promoted` is the index of what it becomes, 0 for nothing.
pub(crate) const fn base(
    letter: char,
    moves: &'static [Step],
    promoted: u8,
    index: u8,
    set_size: u8,
) -> PieceKindSpec {
    PieceKindSpec {
        letter,
        promoted: false,
        moves,
        promotes_to: if promoted == 0 {
            None
        } else {
            Some(PieceKind::new(promoted))
        },
        hand_kind: Some(PieceKind::new(index)),
        limit: None,
        set_size,
        impasse_points: 0,
    }
}

/// A promoted kind, which is the kind with index `base` in the hand of its captor.
pub(crate) const fn promoted(letter: char, moves: &'static [Step], base: u8) -> PieceKindSpec {
    PieceKindSpec {
        letter,
        promoted: true,
        moves,
        promotes_to: None,
        hand_kind: Some(PieceKind::new(base)),
        limit: None,
        set_size: 0,
        impasse_points: 0,
    }
}

/// The king, one a side.
pub(crate) const fn king() -> PieceKindSpec {
    PieceKindSpec {
        hand_kind: None,
        ..base('K', KING, 0, 0, 2)
    }
}

impl PieceKindSpec {
    /// With these points in an impasse count.
    pub(crate) const fn worth(self, impasse_points: u8) -> PieceKindSpec {
        PieceKindSpec {
            impasse_points,
            ..self
        }
    }

    /// At most one of them a side.
    pub(crate) const fn single(self) -> PieceKindSpec {
        PieceKindSpec {
            limit: Some(1),
            ..self
        }
    }
}

/// A handicap in which the second side moves first.
pub(crate) const fn handicap(
    id: &'static str,
    placement: &'static str,
    removed_points: u8,
) -> Handicap {
    Handicap {
        id,
        placement,
        second_pawns: 0,
        first_moves_first: false,
        removed_points,
    }
}
