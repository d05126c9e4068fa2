//! Tuning the weights of the evaluation on games of the engine against itself by Texel's method (Peter
//! Österlund, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the loss is that of
//! predicting the results of games from the static evaluation of quiet positions.
//!
//! [`TrainingData`] holds the positions, [`Model`] the weights; [`train`] minimises the loss.

mod adam;
mod curve;
mod data;
mod model;
mod train;

pub use curve::curve_svg;
pub use data::{TrainingData, TrainingDataError};
pub use model::{Loss, Model};
pub use train::{Epoch, TrainingPlan, train};
