//! The mate solver.

mod any;
mod control;
mod entry;
mod estimate;
mod hands;
mod line;
mod line_check;
mod node;
mod number;
mod path;
mod repetition_table;
mod search;
mod similar_moves;
mod solver;
mod table;
mod value;

pub use any::AnyMateSolver;
pub use control::{MateControl, MateLimits, MateProgress};
pub use line_check::{BrokenLine, check_mate_line};
pub use solver::{MateOutcome, MateResult, MateSolver};
