//! Mate solver: depth-first proof-number search (df-pn) over checks and replies.

mod any;
mod control;
mod defence;
mod entry;
mod estimate;
mod hands;
mod line;
mod line_check;
mod node;
mod number;
mod optimal_line;
mod path;
mod problem;
mod repetition_table;
mod search;
mod side_solutions;
mod similar_moves;
mod solutions;
mod solver;
mod table;
mod useless;
mod value;

pub use any::AnyMateSolver;
pub use control::{MateControl, MateLimits, MateProgress};
pub use defence::MateDefence;
pub use line_check::{BrokenLine, check_mate_line};
pub use side_solutions::{SideSolution, SideSolutions};
pub use solutions::MateSolutions;
pub use solver::{MateOutcome, MateResult, MateSolver};
pub use useless::UselessInterpositions;
