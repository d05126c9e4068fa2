//! Learning the weights of the evaluation from games of the engine against itself, as Peter
//! Österlund did for Texel: the weights are moved until the evaluation of quiet positions says as
//! well as it can how the games ended.
//!
//! [`Lessons`] is what is learned from, [`Model`] what learns, [`train`] moves the weights.

mod adam;
mod curve;
mod lessons;
mod model;
mod train;

pub use curve::curve_svg;
pub use lessons::{Lessons, LessonsError};
pub use model::{Loss, Model};
pub use train::{Epoch, TrainingPlan, train};
