use komadai_engine::{AnyEngine, Evaluation, OutOfMemory};
use komadai_rules::VariantId;

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

/// An engine with the classical evaluation, whose results for a seed do not change with the nets.
pub(crate) fn classical_engine(
    variant: VariantId,
    hash_megabytes: usize,
) -> Result<AnyEngine, OutOfMemory> {
    engine_with(variant, hash_megabytes, &Evaluation::Classical)
}
