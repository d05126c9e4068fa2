//! Legal move generation.

pub(crate) mod check_squares;
pub(crate) mod checking_moves;
pub(crate) mod chess;
pub(crate) mod generator;
pub(crate) mod legal_moves;
pub(crate) mod pawn_drops;
pub(crate) mod perft;
pub(crate) mod sink;
