//! Texts of positions, moves and records through the public API. One test program, so that the
//! crate's readers are compiled once.

mod cases;
mod common;
mod display;
mod moves;
mod positions;
mod properties;
mod records;
mod typed;
mod typed_properties;
