//! Rows of the tables of kinds and handicaps, as the games write them.

use super::steps;
use crate::spec::piece_spec::{PieceKindSpec, Step};
use crate::spec::variant_spec::Handicap;
use crate::types::piece_kind::PieceKind;

/// The unpromoted kind `kind`, of which a set contains `set_size`.
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

/// A promoted kind, which is `base` in the hand of its captor.
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

/// The king, one per side.
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
    /// It promotes to `kind`.
    pub(crate) const fn promotes_to(self, kind: PieceKind) -> PieceKindSpec {
        PieceKindSpec {
            promotes_to: Some(kind),
            ..self
        }
    }

    /// It has these points in an impasse count.
    pub(crate) const fn worth(self, impasse_points: u8) -> PieceKindSpec {
        PieceKindSpec {
            impasse_points,
            ..self
        }
    }

    /// It has a letter of its own besides the one with a `+`.
    pub(crate) const fn alias(self, letter: char) -> PieceKindSpec {
        PieceKindSpec {
            alias: Some(letter),
            ..self
        }
    }

    /// Its name in Japanese notation.
    pub(crate) const fn kanji(self, name: &'static str) -> PieceKindSpec {
        PieceKindSpec {
            kanji: Some(name),
            ..self
        }
    }

    /// Each side may have one of them on the board.
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
