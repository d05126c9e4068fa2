//! Training of evaluation nets on self-play games.
//!
//! [`NetData`] holds positions as lists of features, [`NetTrainer`] trains a net on them with AdamW. The
//! target is a mixture of a search's score and the game's result. Training is quantisation-aware: the
//! forward pass uses the weights rounded to the net's integers; gradients change the unrounded weights.
//! docs/nets.md describes nets, commands and files.

mod checkpoint;
mod curve;
mod data;
mod descent;
mod export;
mod kernel;
mod positions;
mod trainer;
mod weights;

pub use checkpoint::CheckpointError;
pub use curve::net_curve_svg;
pub use data::{NetData, NetDataError};
pub use trainer::{NetEpoch, NetPlan, NetPlanError, NetStep, NetTrainer};
