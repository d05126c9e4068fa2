//! What `komadai` promises on the command line: every sentence that other programs rely on.

mod bad_input;
mod bench;
mod help;
mod perft;
mod position;
mod protocols;
mod support;
