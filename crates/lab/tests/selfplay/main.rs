//! Self-play: the games, their file, what is learned from, learning.

mod files;
mod games;
mod samples;
mod support;
mod tuning;
