//! What `komadai` promises on the command line: every sentence that other programs rely on.

mod bad_input;
mod bench;
mod games;
mod help;
mod levels;
mod matches;
mod pace;
mod perft;
mod position;
mod protocol_noise;
mod protocol_options;
mod protocols;
mod selfplay;
mod serve;
mod support;
#[cfg(feature = "test-games")]
mod test_games;
mod tune;
