//! Builders of kinds and handicaps for the specs of variants.

use super::steps;
use crate::spec::piece_spec::{PieceKindSpec, Step};
use crate::spec::variant_spec::Handicap;
use crate::types::piece_kind::PieceKind;

/// An unpromoted kind.
pub(crate) const fn base(
    letter: char,
    kind: PieceKind,
    moves: &'static [Step],
    set_size: u8,
) -> PieceKindSpec {
    PieceKindSpec {
        letter,
        alias: None,
        kanji: None,
        promoted: false,
        moves,
        promotes_to: None,
        hand_kind: Some(kind),
        board_limit: None,
        set_size,
        impasse_points: 0,
    }
}

/// A promoted kind, which is `base` in the captor's hand.
pub(crate) const fn promoted(
    letter: char,
    base: PieceKind,
    moves: &'static [Step],
) -> PieceKindSpec {
    PieceKindSpec {
        letter,
        alias: None,
        kanji: None,
        promoted: true,
        moves,
        promotes_to: None,
        hand_kind: Some(base),
        board_limit: None,
        set_size: 0,
        impasse_points: 0,
    }
}

pub(crate) const fn king() -> PieceKindSpec {
    PieceKindSpec {
        letter: 'K',
        alias: None,
        kanji: None,
        promoted: false,
        moves: steps::KING,
        promotes_to: None,
        hand_kind: None,
        board_limit: None,
        set_size: 2,
        impasse_points: 0,
    }
}

impl PieceKindSpec {
    pub(crate) const fn promotes_to(self, kind: PieceKind) -> PieceKindSpec {
        PieceKindSpec {
            promotes_to: Some(kind),
            ..self
        }
    }

    /// Sets the points in an impasse count.
    pub(crate) const fn worth(self, impasse_points: u8) -> PieceKindSpec {
        PieceKindSpec {
            impasse_points,
            ..self
        }
    }

    pub(crate) const fn alias(self, letter: char) -> PieceKindSpec {
        PieceKindSpec {
            alias: Some(letter),
            ..self
        }
    }

    pub(crate) const fn kanji(self, name: &'static str) -> PieceKindSpec {
        PieceKindSpec {
            kanji: Some(name),
            ..self
        }
    }

    /// Limits the kind to one per side on the board.
    pub(crate) const fn single(self) -> PieceKindSpec {
        PieceKindSpec {
            board_limit: Some(1),
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
