//! Command-line interfaces that other programs rely on.

mod bad_input;
mod bench;
mod convert;
mod help;
mod load;
mod mate;
mod perft;
mod position;
mod protocols;
mod serve;
mod support;
