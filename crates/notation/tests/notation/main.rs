//! Notation of moves and records through the public API. One test program, so that the
//! crate's readers are compiled once.

mod common;
mod display;
mod display_properties;
mod records;
mod typed;
mod typed_properties;
