//! Text of positions, moves and records for four drop games.
