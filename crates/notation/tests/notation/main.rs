//! Texts of positions and moves, seen from outside. One program: each would compile the readers again.

mod cases;
mod common;
mod display;
mod moves;
mod positions;
mod properties;
mod records;
mod typed;
mod typed_properties;
