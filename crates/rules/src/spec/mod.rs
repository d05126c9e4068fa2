//! A variant as data, and the tables made from it at compile time.
//!
//! A `VariantSpec` has the kinds of pieces with their letters and steps, castling, limits with their
//! refusals, rule options with their defaults, and the style of texts. `const fn`s make
//! `VariantTables` of it; branches on their constants compile away in variants without the feature.

pub(crate) mod castling_spec;
pub(crate) mod check;
pub(crate) mod piece_spec;
pub(crate) mod rays;
pub(crate) mod step_sets;
pub(crate) mod tables;
pub(crate) mod variant;
pub(crate) mod variant_spec;
pub(crate) mod variant_tables;
pub(crate) mod zobrist;
