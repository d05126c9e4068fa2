use komadai_engine::Evaluation;
use komadai_rules::VariantId;
use komadai_usi::read_evaluation;

use crate::failure::Failure;

/// Reads the option `--eval-file` of a command for one game; rejects a net of another game.
pub(crate) fn read_for(game: VariantId, value: &str) -> Result<Evaluation, Failure> {
    let refused = |why: String| Failure::Input(format!("--eval-file \"{value}\": {why}"));
    let evaluation = read_evaluation(value).map_err(|error| refused(error.to_string()))?;
    match &evaluation {
        Evaluation::Net(net) if net.variant() != game => Err(refused(format!(
            "a net of {}, not of {game}",
            net.variant()
        ))),
        _ => Ok(evaluation),
    }
}
