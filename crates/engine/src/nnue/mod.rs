//! Neural evaluation: an efficiently updatable neural network (NNUE) with one hidden layer.
//!
//! Each side has an accumulator: a bias plus one row of weights for every feature active from its
//! perspective. The accumulators of the side to move and of the other side, in this order, pass
//! SCReLU (clamp and square) and one of eight output layers. All arithmetic is in integers, so that
//! every machine computes the same evaluation.
//!
//! | file | content |
//! |---|---|
//! | `layout` | indices of the features of a variant |
//! | `features` | active features of a position |
//! | `format` | a net and its file format |
//! | `embedded` | nets embedded in the binary |
//! | `error` | errors of loading a net |
//! | `reference` | evaluation from scratch |
//! | `changes` | feature changes of a move |
//! | `accumulators` | incrementally updated accumulators of a search |
//! | `kernels` | inner loops for each instruction set |
//! | `aligned` | cache-line-aligned arrays |

mod accumulators;
mod aligned;
mod bytes;
mod changes;
mod embedded;
mod error;
mod features;
mod format;
mod kernels;
mod layout;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use accumulators::Accumulators;
pub(crate) use embedded::embedded_net;
pub use error::NetError;
pub use format::{Encoding, Net, OUTPUT_WEIGHT_LIMIT, QA, QB, SCALE};
pub use layout::{Layout, OUTPUT_BUCKETS, Orientation};
pub(crate) use reference::evaluate;
pub use reference::reference_eval;
