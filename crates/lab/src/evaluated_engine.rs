//! Engines with a chosen evaluation.

use komadai_engine::{AnyEngine, Evaluation, OutOfMemory};
use komadai_rules::VariantId;

/// An engine with this evaluation.
pub(crate) fn engine_with(
    variant: VariantId,
    hash_megabytes: usize,
    evaluation: &Evaluation,
) -> Result<AnyEngine, OutOfMemory> {
    let mut engine = AnyEngine::new(variant, hash_megabytes)?;
    engine
        .set_evaluation(evaluation)
        .map_err(|_| OutOfMemory::Evaluation)?;
    Ok(engine)
}

/// An engine with the classical evaluation: what it makes from a seed stays the same when a net is replaced.
pub(crate) fn classical_engine(
    variant: VariantId,
    hash_megabytes: usize,
) -> Result<AnyEngine, OutOfMemory> {
    engine_with(variant, hash_megabytes, &Evaluation::Classical)
}
