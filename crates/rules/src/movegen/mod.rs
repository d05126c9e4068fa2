//! Legal move generation by construction: moves are not made to test them.
//!
//! 1. `position::checkers_and_pins` keeps the checkers and the pinned pieces of the side to move, found
//!    after every move by one scan from the king.
//! 2. `generator` restricts targets to the answers to a check and keeps pinned pieces on their lines.
//!    Pieces that only step and cannot promote are shifted as a set, one shift for each direction
//!    (`spec::step_sets`).
//! 3. A `sink` receives sets of moves and lists them, counts them, stops at the first, or hands them to the
//!    caller (`Position::for_each_move_set`).
//! 4. Only captures en passant and the pawn drop that gives check are made to test them. There is at
//!    most one such drop, and no drop answers an adjacent check, so `drop_mate` does not recurse.
//!
//! The order of moves in a list is unspecified; `MoveList::sorted` gives a stable one. Measurements
//! behind this design: `docs/decisions/004-how-moves-are-generated.md`.

pub(crate) mod check_squares;
pub(crate) mod checking_moves;
pub(crate) mod chess_pawns;
pub(crate) mod drop_mate;
pub(crate) mod en_passant;
pub(crate) mod file_limit;
pub(crate) mod generator;
pub(crate) mod legal_moves;
pub(crate) mod mate_in_one;
pub(crate) mod move_set;
pub(crate) mod perft;
pub(crate) mod promotion;
pub(crate) mod sink;
