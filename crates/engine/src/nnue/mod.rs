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
//! | `error` | why something is no net for this engine |
//! | `reference` | the evaluation from scratch |
//! | `changes` | what a move changes of the features |
//! | `accumulators` | the accumulators of a search, computed from those before |
//! | `kernels` | the inner loops, for each instruction set |
//! | `aligned` | numbers that begin at a cache line |

mod accumulators;
mod aligned;
mod bytes;
mod changes;
mod error;
mod features;
mod format;
mod kernels;
mod layout;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use accumulators::Accumulators;
pub use error::NetError;
pub use format::{Encoding, Net, OUTPUT_WEIGHT_LIMIT, QA, QB, SCALE};
pub use layout::{Layout, OUTPUT_BUCKETS, Orientation};
pub(crate) use reference::evaluate;
pub use reference::reference_eval;
