//! Self-play: the games, their file, what is learned from.

mod files;
mod games;
mod samples;
mod support;
