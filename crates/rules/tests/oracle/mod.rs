//! Programs that know nothing of this project, asked for the same moves.

mod playouts_for_peers;
mod shogi;
