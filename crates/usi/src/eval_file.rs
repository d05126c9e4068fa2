//! The option `EvalFile`: a built-in evaluation, or a file with a net.

use std::fs::File;
use std::io::{self, Read as _};

use komadai_engine::Evaluation;
use komadai_engine::nnue::{Net, NetError};
use komadai_rules::VariantId;

/// Value of `EvalFile` for the embedded net, or the classical evaluation if there is none.
pub const DEFAULT_EVALUATION: &str = "default";
const EMBEDDED: &str = "embedded";
const CLASSICAL: &str = "classical";

/// Exceeds the size of any net; limits the reading of an arbitrary path.
const MAX_BYTES: u64 = 64 << 20;

/// A value of `EvalFile` that names no evaluation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    /// The file is too large for a net.
    #[error("{} MB are more than a net has", MAX_BYTES >> 20)]
    TooLarge,
    /// The file is not a net.
    #[error(transparent)]
    Net(#[from] NetError),
}

/// Reads a value of the option `EvalFile`: `default`, `classical`, or the path of a net.
///
/// ```
/// # use komadai_usi::{EvaluationError, read_evaluation};
/// assert!(read_evaluation("classical").is_ok());
/// assert!(matches!(read_evaluation("no/such/file"), Err(EvaluationError::Read(_))));
/// ```
pub fn read_evaluation(value: &str) -> Result<Evaluation, EvaluationError> {
    match value {
        "" | DEFAULT_EVALUATION | EMBEDDED => Ok(Evaluation::Default),
        CLASSICAL => Ok(Evaluation::Classical),
        path => {
            let mut bytes = Vec::new();
            let read = (File::open(path)?.take(MAX_BYTES)).read_to_end(&mut bytes)?;
            if read as u64 == MAX_BYTES {
                return Err(EvaluationError::TooLarge);
            }
            Ok(Evaluation::from(Net::from_bytes(&bytes)?))
        }
    }
}

/// Remark on a net of another game than the current one: it is used once its game is chosen.
pub(crate) fn remark(evaluation: &Evaluation, game: VariantId) -> Option<String> {
    match evaluation {
        Evaluation::Net(net) if net.variant() != game => Some(format!(
            "a net of {found}: used once UCI_Variant is {found}",
            found = net.variant()
        )),
        _ => None,
    }
}
