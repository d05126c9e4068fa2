//! The engine with its classical evaluation.

use komadai_engine::{AnyEngine, Evaluation, OutOfMemory};
use komadai_rules::GameId;

/// An engine with the classical evaluation: what it makes from a seed stays the same when a net is replaced.
pub(crate) fn classical_engine(
    game: GameId,
    hash_megabytes: usize,
) -> Result<AnyEngine, OutOfMemory> {
    let mut engine = AnyEngine::new(game, hash_megabytes)?;
    engine
        .set_evaluation(&Evaluation::Classical)
        .map_err(|_| OutOfMemory::Evaluation)?;
    Ok(engine)
}
