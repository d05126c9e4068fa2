//! Command-line interfaces that other programs rely on.

mod bad_input;
mod bench;
mod convert;
mod eval_file;
mod games;
mod help;
mod levels;
mod load;
mod matches;
mod mate;
mod openings;
mod pace;
mod perft;
mod position;
mod protocol_commands;
mod protocol_mates;
mod protocol_noise;
mod protocol_options;
mod protocols;
mod puzzles;
mod selfplay;
mod serve;
mod support;
mod train;
