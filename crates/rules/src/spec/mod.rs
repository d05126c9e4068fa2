//! A variant as data, and the tables made from it at compile time.

pub(crate) mod castling_spec;
pub(crate) mod check;
pub(crate) mod piece_spec;
pub(crate) mod step_sets;
pub(crate) mod tables;
pub(crate) mod variant;
pub(crate) mod variant_spec;
pub(crate) mod variant_tables;
pub(crate) mod zobrist;
