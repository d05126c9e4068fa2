//! A contestant for each description of an engine.

use komadai_rules::{GameId, RuleSet};

use super::contestant::Contestant;
use super::engine_spec::{EngineKind, EngineSpec};
use super::own::Own;
use super::program::{Program, StartError};
use crate::player::Seat;

pub(super) fn seat(
    game: GameId,
    rules: &RuleSet,
    spec: &EngineSpec,
) -> Result<Box<dyn Contestant>, StartError> {
    Ok(match &spec.kind {
        EngineKind::Own {
            player,
            hash_mb,
            threads,
            overhead_ms,
        } => {
            let mut seat = Seat::try_new(game, *player, *hash_mb)?;
            seat.set_threads(*threads)?;
            Box::new(Own::new(seat, *overhead_ms))
        }
        EngineKind::Program {
            dialect,
            path,
            args,
            options,
        } => Box::new(Program::new(game, *rules, *dialect, path, args, options)),
    })
}
