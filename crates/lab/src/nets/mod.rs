//! Training the nets of the evaluation on games of the engine against itself.
//!
//! [`NetData`] holds positions as lists of features, [`NetTrainer`] trains a net on them, batch by batch, with
//! AdamW and a loss of expected results: the net predicts a mixture of the score of a search and of the result
//! of the game. The forward pass uses the weights as the net will have them, rounded to its integers;
//! gradients change weights that are not rounded. docs/nets.md describes nets, commands and files.

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
