//! Independent programs, asked for the same moves.

mod playouts_for_peers;
mod shogi;
