//! Integration tests of the engine; one binary, to link the engine once.

mod bench;
mod bounds;
mod common;
mod drift;
mod evaluation;
mod hanging;
mod levels;
mod mate_answers;
mod mate_conventions;
mod mate_reference;
mod mate_solutions;
mod mate_solver;
mod mates;
mod multi_pv;
mod nnue;
mod nnue_file;
mod repetition;
mod search;
mod threads;
