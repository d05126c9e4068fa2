//! Puzzles: the committed ones, their file, and the miner.

mod committed;
mod files;
mod mining;
