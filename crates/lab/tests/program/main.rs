//! The program `komadai-lab`.

mod games;
mod help;
mod levels;
mod matches;
mod openings;
mod pace;
mod puzzles;
mod selfplay;
mod support;
mod train;
