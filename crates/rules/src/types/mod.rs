//! The vocabulary: squares, pieces, hands, bitboards, moves.

pub(crate) mod bitboard;
pub(crate) mod castling_rights;
pub(crate) mod direction;
pub(crate) mod hand;
pub(crate) mod move_list;
pub(crate) mod moves;
pub(crate) mod piece;
pub(crate) mod piece_kind;
pub(crate) mod side;
pub(crate) mod square;
