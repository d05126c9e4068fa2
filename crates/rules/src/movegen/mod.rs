//! Legal move generation.

pub(crate) mod castling;
pub(crate) mod check_squares;
pub(crate) mod checking_moves;
pub(crate) mod chess_pawns;
pub(crate) mod drop_mate;
pub(crate) mod en_passant;
pub(crate) mod file_limit;
pub(crate) mod generator;
pub(crate) mod legal_moves;
pub(crate) mod mate_in_one;
pub(crate) mod perft;
pub(crate) mod promotion;
pub(crate) mod sink;
