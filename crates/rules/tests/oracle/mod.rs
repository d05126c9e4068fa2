//! Comparison of legal moves with independent programs.

mod playouts_for_peers;
mod shogi;
