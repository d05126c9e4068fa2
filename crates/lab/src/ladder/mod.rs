//! Ratings of built-in players from games between many of them.

mod chart;
mod file;
mod plan;
mod ratings;
mod record;
mod run;
mod table;

pub use chart::level_chart;
pub use file::{LadderError, LadderFile, LadderGame};
pub use plan::{LadderPlan, Pairing};
pub use ratings::{PlayerRating, rate};
pub use record::LevelRecord;
pub use run::run_ladder;
pub use table::level_tables;
