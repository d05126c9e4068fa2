//! Games of our engine against itself, as material for its evaluation.
//!
//! [`run_self_play`] plays what a [`SelfPlayFile`] does not have yet, [`SelfPlayReader`] reads the
//! games back, [`Sampler`] picks the positions from which something can be learned.
//!
//! A game depends on the plan and on its number alone, not on the games before it nor on how many
//! are played at the same time: the same command makes the same file.

mod file;
mod game;
mod plan;
mod play;
mod reader;
mod run;
mod sample;

pub use file::{SelfPlayError, SelfPlayFile};
pub use game::{ScoredMove, SelfPlayEnd, SelfPlayGame};
pub use plan::{SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError};
pub use reader::SelfPlayReader;
pub use run::{SelfPlayProgress, run_self_play};
pub use sample::{Sample, SampleCounts, SampleError, SampleFilter, Sampler, is_held_out};
