//! The vocabulary: squares, pieces, hands, bitboards, moves, refusals, outcomes, rule options.

pub(crate) mod bitboard;
pub(crate) mod castling_rights;
pub(crate) mod direction;
pub(crate) mod hand;
pub(crate) mod move_list;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod piece;
pub(crate) mod piece_kind;
pub(crate) mod refusal;
pub(crate) mod rule_options;
pub(crate) mod rule_set;
pub(crate) mod side;
pub(crate) mod square;
