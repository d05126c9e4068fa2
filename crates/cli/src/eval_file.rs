//! What the option `EvalFile` names: an evaluation that is built in, or a file with a net.

use std::fs::File;
use std::io::{self, Read};

use komadai_engine::Evaluation;
use komadai_engine::nnue::{Net, NetError};
use komadai_rules::VariantId;

use crate::failure::Failure;

/// The net that is part of the program, or the classical evaluation where there is none.
pub(crate) const DEFAULT: &str = "default";
const EMBEDDED: &str = "embedded";
const CLASSICAL: &str = "classical";

/// No net is so large: a path may lead to anything.
const MAX_BYTES: u64 = 64 << 20;

/// Why an evaluation cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvalFileError {
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    #[error("{} MB are more than a net has", MAX_BYTES >> 20)]
    TooLarge,
    #[error(transparent)]
    Net(#[from] NetError),
}

/// The evaluation that a value of the option names.
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

/// What the option `--eval-file` of a command about one game names; a net of another game is refused.
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

/// What to say of a net of another game than the one that is set: it waits for its game.
pub(crate) fn remark(evaluation: &Evaluation, game: VariantId) -> Option<String> {
    match evaluation {
        Evaluation::Net(net) if net.variant() != game => Some(format!(
            "a net of {found}: used once UCI_Variant is {found}",
            found = net.variant()
        )),
        _ => None,
    }
}
