//! Self-play: games, files, training positions, tuning.

mod files;
mod games;
mod samples;
mod support;
