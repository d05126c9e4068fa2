//! Neural evaluation: an efficiently updatable net (NNUE) with one hidden layer.
//!
//! Each side has an accumulator: the sum of a bias and of one row of weights for every feature that
//! the position has from its perspective. The accumulators of the side to move and of the other, in
//! this order, are clamped, squared (SCReLU) and multiplied by the weights of one of eight output
//! layers. All arithmetic is of integers, so that every machine finds the same evaluation.
//!
//! | file | what it holds |
//! |---|---|
//! | `layout` | which features a game has, and where each lies |
//! | `features` | which of them a position has |
//! | `format` | a net and its file |
//! | `reference` | the evaluation from scratch |

mod features;
mod format;
mod layout;
mod reference;

pub use format::{Encoding, Net, NetError, OUTPUT_WEIGHT_LIMIT, QA, QB, SCALE};
pub use layout::{Layout, OUTPUT_BUCKETS, Orientation};
pub use reference::reference_eval;
