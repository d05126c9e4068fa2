//! Self-play games as training data for the evaluation.
//!
//! [`run_self_play`] plays the games that a [`SelfPlayFile`] does not have yet, [`SelfPlayReader`] reads
//! them, [`Sampler`] selects training positions, [`DataSummary`] summarises files.
//!
//! A game depends only on the plan and its number, not on earlier games nor on the number of threads: the
//! same command makes the same file.

mod file;
mod game;
mod plan;
mod play;
mod reader;
mod run;
mod sample;
mod summary;

pub use file::{SelfPlayError, SelfPlayFile};
pub use game::{ScoredMove, SelfPlayEnd, SelfPlayGame};
pub use plan::{SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError};
pub use reader::SelfPlayReader;
pub use run::{SelfPlayProgress, run_self_play};
pub use sample::{Sample, SampleCounts, SampleError, SampleFilter, Sampler, is_held_out};
pub use summary::{DataRow, DataSummary};
