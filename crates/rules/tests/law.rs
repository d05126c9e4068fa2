//! The rules page against the crate. See `README.md` in this folder for what proves what.

mod reference;
mod support;

mod against_reference;
mod perft;
mod reference_itself;
mod vectors;
