//! Puzzles: mates, tactics and defences from self-play games.
//!
//! [`mine_puzzles`] makes them, a [`PuzzleSet`] is a file of them, [`check_puzzles`] verifies one.
//! `docs/puzzles.md` describes the method and the format.

mod brute;
mod check;
#[cfg(test)]
mod first_moves_tests;
mod image;
mod look;
mod mate;
mod mine;
mod play;
mod prober;
mod problem;
mod puzzle;
mod rating;
mod set;
mod symmetry;
mod tactic;
mod theme;
mod themes;
mod wanted;

pub use check::{PuzzleCheck, check_puzzles};
pub use mine::{MiningPlan, mine_puzzles};
pub use puzzle::{Puzzle, PuzzleKind, UnknownPuzzleKind};
pub use set::{PuzzleSet, PuzzlesError};
pub use theme::{Theme, UnknownTheme};
pub use wanted::WantedPuzzles;
