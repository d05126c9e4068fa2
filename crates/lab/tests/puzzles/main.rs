//! Puzzles: the committed ones, their files, and mining.

mod committed;
mod files;
mod mining;
