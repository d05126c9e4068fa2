//! The option `EvalFile`: a built-in evaluation, or a file with a net.

use std::fs::File;
use std::io::{self, Read};

use komadai_engine::Evaluation;
use komadai_engine::nnue::{Net, NetError};
use komadai_rules::VariantId;

use crate::failure::Failure;

/// The embedded net, or the classical evaluation if there is none.
pub(crate) const DEFAULT: &str = "default";
const EMBEDDED: &str = "embedded";
const CLASSICAL: &str = "classical";

/// Exceeds the size of any net; limits the reading of an arbitrary path.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, thiserror::Error)]
pub(crate) enum EvalFileError {
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    #[error("{} MB are more than a net has", MAX_BYTES >> 20)]
    TooLarge,
    #[error(transparent)]
    Net(#[from] NetError),
}

pub(crate) fn read(value: &str) -> Result<Evaluation, EvalFileError> {
    match value {
        "" | DEFAULT | EMBEDDED => Ok(Evaluation::Default),
        CLASSICAL => Ok(Evaluation::Classical),
        path => {
            let mut bytes = Vec::new();
            let read = (File::open(path)?.take(MAX_BYTES)).read_to_end(&mut bytes)?;
            if read as u64 == MAX_BYTES {
                return Err(EvalFileError::TooLarge);
            }
            Ok(Evaluation::from(Net::from_bytes(&bytes)?))
        }
    }
}

/// Reads the option `--eval-file` of a command for one game; rejects a net of another game.
pub(crate) fn read_for(game: VariantId, value: &str) -> Result<Evaluation, Failure> {
    let refused = |why: String| Failure::Input(format!("--eval-file \"{value}\": {why}"));
    let evaluation = read(value).map_err(|error| refused(error.to_string()))?;
    match &evaluation {
        Evaluation::Net(net) if net.variant() != game => Err(refused(format!(
            "a net of {}, not of {game}",
            net.variant()
        ))),
        _ => Ok(evaluation),
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
