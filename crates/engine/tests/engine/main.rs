//! What may be relied on in the engine, seen from outside. One program: each would compile the engine again.

mod bench;
mod bounds;
mod common;
mod evaluation;
mod lines;
mod mates;
mod repetition;
mod search;
mod threads;
